import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo, logIn, sheetClosed } from './browser.ts';
import { AN_HOUR_MS, type PaidShowSite, askFor, createPaidShowSite, published, setNextMinute, showsOf } from './paid-shows.ts';
import { SLOW, endShow, openStudio, say, stateOf } from './shows.ts';

// A private show from both sides: with the fan's camera, beside a paused public show, a drop of the performer, its receipt. Media, clocks and
// breaks are real.

let site: PaidShowSite;
beforeAll(async () => {
  site = await createPaidShowSite();
});
afterAll(() => site.close());

const shows = () => showsOf(site.app);
const framesOf = (page: Page, label: string): Promise<number> =>
  page.getByLabel(label, { exact: true }).evaluate((video) => (video as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames);
const minutes = () =>
  site.app.platform.database
    .selectFrom('ledger.transactions')
    .select(['kind', 'tokens_amount'])
    .where('reference_kind', '=', 'minute')
    .orderBy('created_at')
    .execute();

test('a private show with both cameras beside a paused public one, a drop, and its receipt', async () => {
  const { app, performer, fan } = site;
  const stageVisit = await site.open();
  const stage = stageVisit.page;
  await logIn(stage, performer.username);
  await openStudio(stage);
  await stage.getByLabel('Title', { exact: true }).fill('Open rehearsal');
  await stage.getByText('Nobody is asking right now.').waitFor();
  await stage.getByRole('button', { name: 'Start the show' }).click();
  await stage.getByRole('button', { name: 'End the show' }).waitFor();
  await expect.poll(async () => (await shows())[0]?.state, SLOW).toBe('live');

  // The fan asks from the profile, with their camera.
  const seatVisit = await site.open({ width: 390, height: 844, scheme: 'dark' });
  const seat = seatVisit.page;
  await logIn(seat, fan.username);
  await goTo(seat, `/${performer.username}`);
  await seat.getByRole('link', { name: /^Private 3 tokens, \$3\.00 a minute/ }).click();
  await seat.getByRole('heading', { name: /^A private show with/ }).waitFor();
  await seat.getByLabel(/^What would you like/).fill('The Elgar, once');
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
  await setNextMinute(app, fan, AN_HOUR_MS);
  await expect.poll(() => seat.getByTestId('spent').textContent(), SLOW).toContain('3.00');
  await expect.poll(() => stage.getByTestId('earned').textContent(), SLOW).toContain('3.00');
  // On a phone it is a sign, with its words for screen readers.
  await seat.getByText('Good connection').waitFor({ state: 'attached' });

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
  await setNextMinute(app, fan, AN_HOUR_MS);
  await expect.poll(async () => (await shows())[1]!.id).toBe(privateShow!.id);

  // The fan ends it: the receipt lists both minutes, one of them given back; the public show goes on by itself.
  await seat.getByRole('button', { name: 'End show' }).click();
  await seat.getByRole('dialog', { name: 'End the show?' }).getByRole('button', { name: 'End show' }).click();
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
  await endShow(stage);
});
