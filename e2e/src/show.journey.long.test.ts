import { type Person, createFan, createPerformer, topUp } from '@stagedoor/server/testing/factories';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import { announcedStates } from '@stagedoor/server/testing/test-node';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Visit, type VisitOptions, goTo, logIn, visit } from './browser.ts';
import { SLOW, advances, endShow, openStudio, playsBy, say, stateOf, transportOf } from './shows.ts';

// The studio: network check, rehearsal, devices and screen while a fan watches; past shows and their recordings; stopping at once. Video of 360p15.

let app: TestApp;
let performer: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp({ web: true, live: true });
  performer = await createPerformer(app, { monthlyPrice: 9 });
  fan = await createFan(app);
  await topUp(app, fan, 10);
});
afterAll(() => app.close());

const open = (options?: VisitOptions): Promise<Visit> => visit(app.platform.config.publicUrl, options);
/** How far the first video of a page is behind what it has of the show, after it was moved back. */
const secondsBehind = (page: Page, movedBack = 0): Promise<number> =>
  page.evaluate((back) => {
    const video = document.querySelector('video')!;
    if (back > 0) video.currentTime -= back;
    return video.buffered.end(video.buffered.length - 1) - video.currentTime;
  }, movedBack);
/** Reads which camera the studio sends, and whether there is sound. */
const sent = (page: Page): Promise<{ camera: string | undefined; sound: boolean | undefined }> =>
  page.evaluate(() => {
    const stream = document.querySelector('video')?.srcObject as MediaStream;
    return { camera: stream.getVideoTracks()[0]?.getSettings().deviceId, sound: stream.getAudioTracks()[0]?.enabled };
  });
const boxOf = async (element: Locator) => (await element.boundingBox())!;
const showTitled = (title: string) =>
  app.platform.database.selectFrom('streams').selectAll().where('title', '=', title).executeTakeFirstOrThrow();

test('the network is checked, a rehearsal goes live, and camera, microphone and screen change within the same show', async () => {
  const stageVisit = await open();
  const stage = stageVisit.page;
  await logIn(stage, performer.username);
  await openStudio(stage);
  await stage.getByLabel('Camera', { exact: true }).selectOption({ label: 'fake_device_2' });

  // The network check sends to the live node as a show would, and picks the picture that is safe; on a machine too busy for that it picks none.
  const pictures = stage.getByLabel('Picture', { exact: true });
  const picked = () => pictures.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text);
  const ownChoice = await picked();
  await expect.poll(() => app.platform.database.selectFrom('live_nodes').select('id').execute(), SLOW).not.toEqual([]);
  await stage.getByRole('button', { name: 'Check the network' }).click();
  const verdict = stage.getByRole('region', { name: 'Network' }).getByRole('status');
  await expect.poll(() => verdict.textContent(), SLOW).toMatch(/^(Safe on this connection: |Too slow |.* too busy to measure)/);
  const advised = /^Safe on this connection: (.*)$/.exec((await verdict.textContent())!)?.[1];
  await expect.poll(picked).toBe(advised ?? ((await verdict.textContent())!.startsWith('Too slow') ? '360p, 15 fps' : ownChoice));
  await pictures.selectOption('360p15');
  await stage.getByLabel('Title', { exact: true }).fill('Open floor');

  // In a rehearsal the performer sees the picture as the site sends it; nobody else sees the show.
  await stage.getByRole('button', { name: 'Rehearse in private' }).click();
  await expect.poll(() => stage.getByTestId('return-picture').getAttribute('data-state'), SLOW).toBe('playing');
  const rehearsed = await showTitled('Open floor');
  expect(rehearsed).toMatchObject({ state: 'starting', rehearsal: 'running', published_ms: 0n, viewer_count: 0 });
  await stageVisit.checkAxe('a rehearsal');
  expect((await fan.client.send('GET /streaming/view/{id}', { params: { id: performer.username } })).status).toBe(404);
  await stage.getByRole('button', { name: 'Go live', exact: true }).click();
  await stage.getByRole('button', { name: 'End the show' }).waitFor();
  await expect
    .poll(() => showTitled('Open floor'), SLOW)
    .toMatchObject({ id: rehearsed.id, state: 'live', rehearsal: null, peak_viewer_count: 0 });

  const seatVisit = await open({ width: 390, height: 844, scheme: 'dark' });
  const seat = seatVisit.page;
  await logIn(seat, fan.username);
  await goTo(seat, `/live/${performer.username}`);
  await expect.poll(() => playsBy(seat), { timeout: 120_000 }).toBe('whep');
  await say(seat, 'Good evening from Lisbon');
  await stage.getByText('Good evening from Lisbon').waitFor();

  // The studio on a phone: the chat is over the picture; the microphone is muted; another camera is sent in the same connection.
  await stage.setViewportSize({ width: 390, height: 844 });
  const [picture, line] = await Promise.all([boxOf(stage.getByTestId('preview')), boxOf(stage.getByText('Good evening from Lisbon'))]);
  expect(picture).toMatchObject({ x: 0, width: 390 });
  expect([line.y > picture.y + picture.height / 2, line.y + line.height < picture.y + picture.height]).toEqual([true, true]);
  await stageVisit.checkAxe('the studio on air on a phone');
  const before = await sent(stage);
  expect(before.sound).toBe(true);
  await stage.getByRole('button', { name: 'Mute microphone' }).click();
  await stage.getByText('Microphone off').waitFor();
  await expect.poll(() => sent(stage)).toEqual({ ...before, sound: false });
  await stage.getByRole('button', { name: 'Switch camera' }).click();
  await expect.poll(async () => (await sent(stage)).camera).not.toBe(before.camera);
  await expect.poll(async () => (await sent(stage)).sound).toBe(false);
  await advances(seat);
  await stage.getByRole('button', { name: 'Turn on microphone' }).click();
  await expect.poll(async () => (await sent(stage)).sound).toBe(true);
  expect(await announcedStates(app, rehearsed.id)).toEqual(['live']);
  await stage.setViewportSize({ width: 1440, height: 900 });

  // A screen instead of the camera, in the same connection, until the browser's own button ends it.
  const seen = (): Promise<number> => seat.evaluate(() => document.querySelector('video')?.videoWidth ?? 0);
  await stage.getByRole('button', { name: 'Share your screen' }).click();
  await stage.getByRole('button', { name: 'Back to the camera' }).waitFor();
  await expect.poll(seen, SLOW).toBe(1280);
  await advances(seat);
  // The sound is the screen's and the microphone's in one.
  await expect.poll(() => sent(stage)).toMatchObject({ sound: true });
  await stage.evaluate(() => {
    const stream = document.querySelector('video')?.srcObject as MediaStream;
    stream.getVideoTracks()[0]?.dispatchEvent(new Event('ended'));
  });
  await stage.getByRole('button', { name: 'Share your screen' }).waitFor();
  await expect.poll(seen, SLOW).toBe(640);
  await advances(seat);
  expect(await announcedStates(app, rehearsed.id)).toEqual(['live']);

  // A fan without WebRTC who fell seconds behind, as after a stall, is soon back.
  await seat.addInitScript(() => Reflect.deleteProperty(globalThis, 'RTCPeerConnection'));
  await seat.reload();
  await expect.poll(() => transportOf(seat), SLOW).toBe('hls');
  await expect.poll(() => stateOf(seat), SLOW).toBe('playing');
  await advances(seat);
  expect(await secondsBehind(seat, 5)).toBeGreaterThan(4);
  await expect.poll(() => secondsBehind(seat), SLOW).toBeLessThan(4);
  await endShow(stage);
});

test('past shows are listed with their recordings until those are deleted; a show that is stopped at once keeps its recording back', async () => {
  const stageVisit = await open();
  const stage = stageVisit.page;
  const start = async (title: string): Promise<void> => {
    await stage.getByLabel('Title', { exact: true }).fill(title);
    await stage.getByRole('switch', { name: /^Record the show/ }).check({ force: true });
    await stage.getByLabel('Who it is for').selectOption('followers');
    await stage.getByRole('button', { name: 'Start the show' }).click();
    await expect.poll(async () => Number((await showTitled(title)).published_ms), SLOW).toBeGreaterThan(5000);
  };
  await logIn(stage, performer.username);
  await openStudio(stage);
  await start('Bach by request');
  await fan.client.call('POST /reactions', { body: { objectType: 'performer', objectId: performer.id, action: 'follow' } });
  const { id: streamId } = await showTitled('Bach by request');
  await fan.client.call('POST /payment-wallet/send-tip-wallet/{id}', { params: { id: performer.id }, body: { amount: 5, streamId } });
  await endShow(stage);

  await stage.getByRole('button', { name: 'Another show' }).click();
  const listed = stage.getByRole('row', { name: /Bach by request/ });
  await listed.getByText('5.00').first().waitFor();
  await listed.getByText('Ready').waitFor(SLOW);
  await listed.getByRole('button', { name: 'Bach by request' }).click();
  const sheet = stage.getByRole('dialog');
  await sheet.getByRole('button', { name: /^Play/ }).waitFor();
  const address = await sheet.getByRole('link', { name: 'Download' }).getAttribute('href');
  expect((await stage.request.head(address!)).status()).toBe(200);
  await stageVisit.checkAxe('a past show');
  await sheet.getByRole('button', { name: 'Delete recording' }).click();
  await stage.getByRole('dialog', { name: 'Delete this recording?' }).getByRole('button', { name: 'Delete recording' }).click();
  await sheet.getByText('Recording deleted.').waitFor();
  const recordingsOf = async (title: string) =>
    app.platform.database
      .selectFrom('stream_recordings')
      .select(['state', 'file_id', 'is_withheld'])
      .where('stream_id', '=', (await showTitled(title)).id)
      .execute();
  await expect.poll(() => recordingsOf('Bach by request')).toMatchObject([{ state: 'deleted', file_id: null }]);
  await expect.poll(async () => (await stage.request.head(address!)).status(), SLOW).toBe(404);
  await stage.keyboard.press('Escape');
  await listed.getByText('Deleted').waitFor();

  // Stopped at once by the shortcut: nobody else gets the recording until the performer decides.
  await start('Scales');
  await stage.getByRole('button', { name: 'Stop at once' }).waitFor();
  await stage.keyboard.press('Control+Shift+KeyX');
  await stage.getByText('You stopped at once').waitFor();
  await expect.poll(() => showTitled('Scales')).toMatchObject({ state: 'ended', end_reason: 'performer' });
  await stage.getByText('Nobody else can see this recording until you decide.').waitFor();
  await stageVisit.checkAxe('the summary after stopping at once');
  await expect.poll(() => recordingsOf('Scales')).toMatchObject([{ is_withheld: true }]);
  await stage.getByRole('button', { name: 'Keep and publish' }).click();
  await stage.getByText('Nobody else can see this recording until you decide.').waitFor({ state: 'detached' });
  await expect.poll(() => recordingsOf('Scales')).toMatchObject([{ is_withheld: false }]);

  // A rehearsal that is stopped at once leaves the camera off until it is turned on again.
  await stage.getByRole('button', { name: 'Another show' }).click();
  await stage.getByText('Everything is ready. You can start.').waitFor();
  await stage.getByLabel('Title', { exact: true }).fill('Warm-up');
  await stage.getByRole('button', { name: 'Rehearse in private' }).click();
  await stage.getByRole('button', { name: 'End rehearsal' }).waitFor();
  await stage.getByRole('button', { name: 'Stop at once' }).click();
  await stage.getByText('Camera and microphone are off', { exact: true }).waitFor();
  await expect.poll(() => stage.getByRole('button', { name: 'Start the show' }).isDisabled()).toBe(true);
  await stage.getByRole('button', { name: 'Turn on' }).click();
  await stage.getByText('Everything is ready. You can start.').waitFor();
});
