import { createInitialGifts } from '@stagedoor/server/modules/gifts/index';
import { type Person, createFan, createPerformer, topUp } from '@stagedoor/server/testing/factories';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Visit, type VisitOptions, goTo, logIn, sheetClosed, visit } from './browser.ts';

// Paid shows from both sides: a private one with the fan's camera beside a paused public one, a drop of the performer, its receipt; requests that are
// declined or expire, and one that ends the public show; and a group one with two fans, one of whom can pay for a minute. Media, clocks and
// breaks are real.

let app: TestApp;
let performer: Person;
let fan: Person;
let poor: Person;
let follow: ReturnType<typeof setInterval>;
beforeAll(async () => {
  app = await createTestApp({ web: true, live: true });
  // The live process tells the real time: the site's clock follows it.
  follow = setInterval(() => app.clock.set(new Date()), 100);
  await createInitialGifts(app.platform);
  performer = await createPerformer(app, { monthlyPrice: 9 });
  await app.platform.database
    .updateTable('performers')
    .set({ private_price_amount: 300n, group_price_amount: 400n, private_minimum_minutes: 2 })
    .where('account_id', '=', performer.id)
    .execute();
  [fan, poor] = [await createFan(app), await createFan(app)];
  await topUp(app, fan, 50);
  await topUp(app, poor, 7);
});
afterAll(async () => {
  clearInterval(follow);
  await app.close();
});

/** Generous timeout for a busy machine. */
const SLOW = { timeout: 40_000 };

const open = (options?: VisitOptions): Promise<Visit> => visit(app.platform.config.publicUrl, options);
const stateOf = (page: Page): Promise<string | null> => page.getByTestId('live-picture').getAttribute('data-state');
const framesOf = (page: Page, label: string): Promise<number> =>
  page.getByLabel(label, { exact: true }).evaluate((video) => (video as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames);
const shows = () => app.platform.database.selectFrom('streams').selectAll().orderBy('id').execute();
const minutes = () =>
  app.platform.database
    .selectFrom('ledger.transactions')
    .select(['kind', 'tokens_amount'])
    .where('reference_kind', '=', 'minute')
    .orderBy('created_at')
    .execute();
/** Sets when the next minute of a person begins. */
const setNextMinute = async ({ id }: Person, at: Date): Promise<void> => {
  await app.platform.database
    .updateTable('stream_participants')
    .set({ next_minute_at: at })
    .where('account_id', '=', id)
    .where('next_minute_at', 'is not', null)
    .execute();
};
/** What the fan publishes: whether its sound and its picture are on. */
const published = (page: Page): Promise<{ sound: boolean | undefined; picture: boolean | undefined }> =>
  page.getByLabel('Your camera', { exact: true }).evaluate((video) => {
    const stream = (video as HTMLVideoElement).srcObject as MediaStream | null;
    return { sound: stream?.getAudioTracks()[0]?.enabled, picture: stream?.getVideoTracks()[0]?.enabled };
  });
/** Opens the studio with a camera that is ready. */
const openStudio = async (page: Page): Promise<void> => {
  await goTo(page, '/model/live');
  await page.getByText('Everything is ready. You can start.').waitFor();
  await page.getByLabel('Picture', { exact: true }).selectOption('360p15');
};
const askFor = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Ask for a private show/ }).click();
  await page.getByText(/^You asked/).waitFor();
};
const inAnHour = (): Date => new Date(Date.now() + 3_600_000);
const say = async (page: Page, words: string): Promise<void> => {
  await page.getByLabel('Say something kind').fill(words);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
};

test('a private show with both cameras beside a paused public one, a drop, and its receipt', async () => {
  const stageVisit = await open();
  const stage = stageVisit.page;
  await logIn(stage, performer.username);
  await openStudio(stage);
  await stage.getByLabel('Title', { exact: true }).fill('Open rehearsal');
  await stage.getByText('Nobody is asking right now.').waitFor();
  await stage.getByRole('button', { name: 'Start the show' }).click();
  await stage.getByRole('button', { name: 'End the show' }).waitFor();
  await expect.poll(async () => (await shows())[0]?.state, SLOW).toBe('live');

  // The fan asks from the profile, with their camera.
  const seatVisit = await open({ width: 390, height: 844, scheme: 'dark' });
  const seat = seatVisit.page;
  await logIn(seat, fan.username);
  await goTo(seat, `/${performer.username}`);
  await seat.getByRole('link', { name: /^Private, 3\.00\/min/ }).click();
  await seat.getByRole('heading', { name: /^A private show with/ }).waitFor();
  await seat.getByText('16 min').waitFor();
  await seat.getByText('Not recorded').waitFor();
  await seat.getByLabel(/^What would you like/).fill('The Elgar, once');
  await seat.getByRole('switch', { name: /^Show my camera/ }).check({ force: true });
  await seatVisit.checkAxe('asking for a private show');
  await askFor(seat);
  await seatVisit.checkAxe('waiting for the answer');

  // Taken back, and asked again.
  await seat.getByRole('button', { name: 'Cancel request' }).click();
  await seat.getByText('You cancelled the request').waitFor();
  await seat.getByRole('button', { name: 'Ask again' }).click();
  await seat.getByRole('switch', { name: /^Show my camera/ }).check({ force: true });
  await askFor(seat);

  // The performer sees who asks, and accepts: the public show pauses.
  await stage.getByText('With their camera').waitFor();
  await stageVisit.checkAxe('the studio with a request');
  await stage.getByRole('button', { name: 'Accept' }).click();
  await stage.getByText(/^Your public show is paused/).waitFor();
  await expect
    .poll(async () => (await shows()).map(({ type, state }) => `${type} ${state}`), SLOW)
    .toEqual(['public paused', 'private live']);
  await expect.poll(() => stateOf(seat), SLOW).toBe('playing');
  await expect.poll(() => framesOf(seat, 'Your camera'), SLOW).toBeGreaterThan(5);
  await expect.poll(() => stage.getByLabel(/’s camera$/).count(), SLOW).toBe(1);
  await expect
    .poll(
      () => stage.getByLabel(/’s camera$/).evaluate((video) => (video as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames),
      SLOW,
    )
    .toBeGreaterThan(5);

  // Minute 1 is charged once both were connected for ten seconds; they talk meanwhile.
  await say(seat, 'Good evening');
  await stage.getByText('Good evening').waitFor();
  await expect.poll(minutes, SLOW).toEqual([{ kind: 'privateMinute', tokens_amount: 300n }]);
  // However slow the machine, it's still running when the performer drops.
  await setNextMinute(fan, inAnHour());
  await expect.poll(() => seat.getByTestId('spent').textContent(), SLOW).toContain('3.00');
  await expect.poll(() => stage.getByTestId('earned').textContent(), SLOW).toContain('3.00');
  await seat.getByText('Good connection').waitFor();

  // The fan turns off microphone and camera without leaving.
  expect(await published(seat)).toEqual({ sound: true, picture: true });
  await seat.getByRole('button', { name: 'Mute microphone', pressed: false }).click();
  await seat.getByRole('button', { name: 'Turn off camera', pressed: false }).click();
  await expect.poll(() => published(seat)).toEqual({ sound: false, picture: false });
  await seat.getByText('Microphone off').waitFor();
  await seatVisit.checkAxe('a private show on a phone');
  await seat.getByRole('button', { name: 'Turn off camera', pressed: true }).click();
  await expect.poll(() => published(seat)).toEqual({ sound: false, picture: true });
  // And the performer theirs.
  await stage.getByRole('button', { name: 'Mute microphone' }).click();
  await stage.getByText('Microphone off').waitFor();
  await stageVisit.checkAxe('the studio in a private show');

  // A gift is on both screens.
  await seat.getByRole('button', { name: 'Gift', exact: true }).click();
  await seat
    .getByRole('dialog')
    .getByRole('button', { name: /^Send.*1\.00/ })
    .click();
  await Promise.all([seat, stage].map((page) => page.getByTestId('gift-burst').waitFor()));
  await sheetClosed(seat);

  // The performer drops: not billed, the minute is given back; the same show goes on.
  const [, privateShow] = await shows();
  await stage.evaluate(() => addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true }));
  stage.once('dialog', (dialog) => void dialog.accept());
  await stage.reload();
  await expect.poll(() => seat.getByText('Reconnecting, not billed').count(), SLOW).toBe(1);
  await expect.poll(() => seat.getByTestId('spent').textContent(), SLOW).toContain('0.00');
  await stage.getByRole('button', { name: 'Continue your show' }).click();
  await expect.poll(async () => (await shows())[1]?.state, SLOW).toBe('live');
  await expect.poll(() => stateOf(seat), SLOW).toBe('playing');
  expect(await published(seat)).toEqual({ sound: false, picture: true });
  await expect.poll(async () => (await minutes()).length, SLOW).toBe(3);
  await setNextMinute(fan, inAnHour());
  await expect.poll(async () => (await shows())[1]!.id).toBe(privateShow!.id);

  // The fan ends it: the receipt lists both minutes, one of them given back; the public show goes on by itself.
  await seat.getByRole('button', { name: 'End show' }).click();
  await seat.getByRole('heading', { name: 'Show ended. Here’s your receipt.' }).waitFor();
  await seat.getByRole('heading', { name: '1 minute billed' }).waitFor();
  await seat.getByText('The connection dropped. Minute 1 refunded').waitFor();
  await seat.getByText('46.00 tokens').waitFor();
  await seatVisit.checkAxe('the receipt on a phone');
  await seat.setViewportSize({ width: 1440, height: 900 });
  await seatVisit.checkAxe('the receipt');
  await expect
    .poll(async () => (await shows()).map(({ type, state }) => `${type} ${state}`), SLOW)
    .toEqual(['public live', 'private ended']);
  await stage.getByRole('heading', { name: 'Open rehearsal' }).waitFor();
  await stage.getByRole('button', { name: 'End the show' }).click();
  await stage.getByRole('dialog').getByRole('button', { name: 'End the show' }).click();
  await stage.getByRole('button', { name: 'Another show' }).waitFor();
});
