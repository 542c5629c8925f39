import { createInitialGifts } from '@stagedoor/server/modules/gifts/index';
import { verifyLedger } from '@stagedoor/server/ledger/verify';
import { type Person, createFan, createPerformer, topUp } from '@stagedoor/server/testing/factories';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Visit, type VisitOptions, goTo, logIn, sheetClosed, visit } from './browser.ts';
import { SLOW, advances, openStudio, playsBy, say, stateOf, transportOf } from './shows.ts';

// A complete show from two views: a performer goes live from the browser, for followers; a fan sees it start, watches, chats and tips; the
// performer disconnects, returns into the same show, ends it, and both play the recording. Video of 360p15.

let app: TestApp;
let performer: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp({ web: true, live: true });
  await createInitialGifts(app.platform);
  performer = await createPerformer(app, { monthlyPrice: 9 });
  fan = await createFan(app);
  await topUp(app, fan, 50);
  await fan.client.call('PUT /spending-limits', { body: { show: 40 } });
});
afterAll(() => app.close());

const open = (options?: VisitOptions): Promise<Visit> => visit(app.platform.config.publicUrl, options);

test('a show is started, watched, chatted in, tipped, interrupted, continued, ended and replayed', async () => {
  const seatVisit = await open({ width: 390, height: 844, scheme: 'dark' });
  const seat = seatVisit.page;
  await logIn(seat, fan.username);
  await seat.getByRole('main').waitFor();

  // The performer checks the camera and starts.
  const stageVisit = await open();
  const stage = stageVisit.page;
  await logIn(stage, performer.username);
  await openStudio(stage);
  await stage.getByRole('button', { name: 'Start the show' }).click();
  await stage.getByText('Enter a title.').waitFor();
  await stage.getByLabel('Title', { exact: true }).fill('Bach by request');
  await stage.getByRole('switch', { name: /^Goal/ }).check({ force: true });
  await stage.getByLabel('What happens when it’s reached').fill('Libertango');
  await stage.getByLabel('Tokens', { exact: true }).fill('40');
  await stage.getByRole('switch', { name: /^Record the show/ }).check({ force: true });
  await stage.getByLabel('Who it is for').selectOption('followers');
  await stageVisit.checkAxe('the studio before the show');

  const show = () =>
    app.platform.database.selectFrom('streams').selectAll().where('performer_id', '=', performer.id).executeTakeFirstOrThrow();
  await stage.getByRole('button', { name: 'Start the show' }).click();
  await stage.getByRole('button', { name: 'End the show' }).waitFor();
  await expect.poll(async () => (await show()).width, SLOW).toBe(640);
  const begun = await show();
  expect(begun).toMatchObject({
    title: 'Bach by request',
    state: 'live',
    rehearsal: null,
    is_recorded: true,
    height: 360,
    peak_viewer_count: 0,
  });

  // The fan's home page shows it automatically, and links to the room.
  await seat.locator(`a[href="/live/${performer.username}"]`).filter({ visible: true }).first().waitFor();
  await seatVisit.checkAxe('home while somebody is live');
  await goTo(seat, `/${performer.username}`);
  await seat.getByRole('link', { name: /Bach by request/ }).click();
  await seat.waitForURL(`**/live/${performer.username}`);

  // It is for followers: the room says so, and following opens it.
  const follow = seat.getByRole('button', { name: 'Follow and watch' });
  await follow.waitFor();
  await seatVisit.checkAxe('a locked room');
  await expect.poll(() => seat.getByTestId('live-picture').count()).toBe(0);
  await follow.click();
  await expect.poll(() => playsBy(seat), { timeout: 120_000 }).toBe('whep');
  await advances(seat);
  await seat.getByText('This show is being recorded').filter({ visible: true }).waitFor();
  await seatVisit.checkAxe('the room');
  await expect.poll(async () => (await show()).viewer_count, SLOW).toBe(1);

  // Chat, in both directions.
  await say(seat, 'Good evening from Lisbon');
  await stage.getByText('Good evening from Lisbon').waitFor();
  await say(stage, 'Welcome in');
  await seat.getByText('Welcome in').waitFor();
  await expect
    .poll(() => app.platform.database.selectFrom('messages').select(['kind', 'text', 'sender_id']).orderBy('id').execute())
    .toEqual([
      { kind: 'text', text: 'Good evening from Lisbon', sender_id: fan.id },
      { kind: 'text', text: 'Welcome in', sender_id: performer.id },
    ]);

  // A tip: one press, one charge, seen by both. It has no sheet, so that the room tells what the fan's limit leaves.
  const left = (amount: string) => seat.getByText(`${amount} left of your limit for this show`).filter({ visible: true }).waitFor();
  await left('$40.00');
  await seat
    .getByRole('button', { name: /^Tip 25\b/ })
    .filter({ visible: true })
    .click();
  await stage.getByText('sent a tip').waitFor();
  await seat.getByText('sent a tip').waitFor();
  await left('$15.00');
  await stageVisit.checkAxe('the studio on air');
  const sold = await app.platform.database
    .selectFrom('orders')
    .select(['kind', 'state', 'tokens_amount', 'item_kind', 'item_id'])
    .where('buyer_id', '=', fan.id)
    .where('seller_id', '=', performer.id)
    .execute();
  expect(sold).toEqual([{ kind: 'tip', state: 'paid', tokens_amount: 2500n, item_kind: 'stream', item_id: begun.id }]);

  // A gift and a paid emoji: each press is a charge, and both see it.
  await seat.getByRole('button', { name: 'Gift', exact: true }).filter({ visible: true }).click();
  await seat
    .getByRole('dialog')
    .getByRole('button', { name: /^Send.*1\.00/ })
    .click();
  await stage.getByText('gave Rose').waitFor();
  await seat.getByText('gave Rose').waitFor();
  await sheetClosed(seat);
  await seat.getByRole('button', { name: 'Emoji', exact: true }).filter({ visible: true }).click();
  await seat.getByRole('button', { name: /^Send Fire/ }).click();
  await expect.poll(() => stage.getByText('🔥').count()).toBeGreaterThan(0);
  await seat.keyboard.press('Escape');
  const given = await app.platform.database
    .selectFrom('orders')
    .select(['kind', 'state', 'tokens_amount', 'item_kind', 'item_id'])
    .where('buyer_id', '=', fan.id)
    .where('kind', 'in', ['gift', 'emoji'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const inShow = { state: 'paid', item_kind: 'stream', item_id: begun.id };
  expect(given).toEqual([
    { ...inShow, kind: 'gift', tokens_amount: 100n },
    { ...inShow, kind: 'emoji', tokens_amount: 25n },
  ]);

  // The performer's page is closed; the show waits, and continues as the same one.
  await stage.goto('about:blank');
  await seat.getByText('The performer’s connection dropped. Waiting for it to return').waitFor(SLOW);
  await goTo(stage, '/model/live');
  await stage.getByRole('button', { name: 'Continue your show' }).click();
  await stage.getByRole('button', { name: 'End the show' }).waitFor();
  await expect.poll(() => stateOf(seat), SLOW).toBe('playing');
  await advances(seat);
  await expect.poll(() => show()).toMatchObject({ id: begun.id, state: 'live' });
  await seat.getByText('Good evening from Lisbon').waitFor();

  // Where WebRTC is blocked, the same room plays HLS.
  await seat.addInitScript(() => Reflect.deleteProperty(globalThis, 'RTCPeerConnection'));
  await seat.reload();
  await expect.poll(() => transportOf(seat), SLOW).toBe('hls');
  await expect.poll(() => stateOf(seat), SLOW).toBe('playing');
  await advances(seat);

  // The end, the figures, the recording.
  await stage.getByRole('button', { name: 'End the show' }).click();
  await stage.getByRole('dialog').getByRole('button', { name: 'End the show' }).click();
  await stage.getByRole('heading', { name: 'Show ended' }).waitFor();
  await seat.getByRole('heading', { name: 'The show has ended' }).waitFor(SLOW);
  await expect.poll(() => show()).toMatchObject({ id: begun.id, state: 'ended', end_reason: 'performer' });
  await stage.getByRole('button', { name: /^Play/ }).waitFor(SLOW);
  await stage.getByText('26.25 tokens ($26.25) tipped').waitFor();
  await stageVisit.checkAxe('the summary');
  await seat.getByRole('button', { name: /^Play/ }).click(SLOW);
  await expect.poll(() => seat.evaluate(() => document.querySelector('video')?.currentTime ?? 0), SLOW).toBeGreaterThan(1);
  const { duration, width } = await seat.evaluate(() => {
    const video = document.querySelector('video')!;
    return { duration: video.duration, width: video.videoWidth };
  });
  expect(width).toBe(640);
  expect(duration).toBeGreaterThan(4);
  await seatVisit.checkAxe('the end of the show');

  const { ok } = await verifyLedger(app.platform.database);
  expect(ok).toBe(true);
});
