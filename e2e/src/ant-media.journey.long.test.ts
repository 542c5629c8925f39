import { verifyLedger } from '@stagedoor/server/ledger/verify';
import { type AntMediaDouble, createAntMediaDouble } from '@stagedoor/server/live/ant-media-double/ant-media-double';
import { SIGNED, enterServer } from '@stagedoor/server/live/testing/bridge-stage';
import { keptUdpPort } from '@stagedoor/server/live/testing/kept-udp-port';
import type { Person } from '@stagedoor/server/testing/factories';
import { findFfmpeg } from '@stagedoor/server/platform/media/ffmpeg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Visit, goTo, logIn } from './browser.ts';
import { AN_HOUR_MS, type PaidShowSite, askFor, chargedMinutes, createPaidShowSite, setNextMinute, showsOf } from './paid-shows.ts';
import { SLOW, advances, endShow, openStudio, playsBy, stateOf, transportOf } from './shows.ts';

// A site whose shows run on an Ant Media Server: a double of it, with real media. Performers publish and fans watch in browsers, by the server's
// signalling and by HLS; minutes are charged by the site's own process.

let double: AntMediaDouble;
let site: PaidShowSite;
beforeAll(async () => {
  const ffmpeg = await findFfmpeg(process.env['FFMPEG_PATH']);
  double = await createAntMediaDouble({ ffmpeg, udpPort: await keptUdpPort(), settings: SIGNED });
  await double.listen();
  site = await createPaidShowSite();
  await enterServer(site.app, double);
});
afterAll(async () => {
  await site.close();
  await double.close();
});

const shows = () => showsOf(site.app);
const newest = async () => (await shows()).at(-1)!;
const chargedTo = (streamId: string, fan: Person) => chargedMinutes(site.app, streamId, fan);

/** Waits until the server has nothing of a show any longer, and its books are in order. */
const assertGone = async (streamId: string): Promise<void> => {
  await expect.poll(() => double.broadcasts.has(streamId), SLOW).toBe(false);
  await expect.poll(async () => (await shows()).find(({ id }) => id === streamId)?.released_at ?? null, SLOW).not.toBeNull();
  await site.app.settle();
  expect((await verifyLedger(site.app.platform.database)).ok).toBe(true);
};

/** Opens a page where WebRTC is blocked. */
const openWithoutWebRtc = async (): Promise<Visit> => {
  const visit = await site.open({ width: 390, height: 844, scheme: 'dark' });
  await visit.page.addInitScript(() => Reflect.deleteProperty(globalThis, 'RTCPeerConnection'));
  return visit;
};

/** A server that is away, and a stream that isn't there yet or any longer. */
const MEDIA_ERRORS = /status of (403|404|503)|WebSocket|net::ERR_/;

const framesOf = (page: Page, label: RegExp): Promise<number> =>
  page.getByLabel(label).evaluate((video) => (video as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames);

test('a public show is watched by WebRTC and by HLS, goes on after the server restarted, and is played as a recording', async () => {
  const { performer, fan, poor } = site;
  const stageVisit = await site.open();
  const stage = stageVisit.page;
  await logIn(stage, performer.username);
  await openStudio(stage);
  await stage.getByLabel('Title', { exact: true }).fill('Nocturnes by request');
  await stage.getByRole('switch', { name: /^Record the show/ }).check({ force: true });
  // In a rehearsal the performer sees the picture as the server sends it.
  await stage.getByRole('button', { name: 'Rehearse in private' }).click();
  await expect.poll(() => stage.getByTestId('return-picture').getAttribute('data-state'), SLOW).toBe('playing');
  expect(await newest()).toMatchObject({ type: 'public', state: 'starting', rehearsal: 'running' });
  await stage.getByRole('button', { name: 'Go live', exact: true }).click();
  await expect.poll(async () => await newest(), SLOW).toMatchObject({ type: 'public', state: 'live' });
  const { id } = await newest();
  expect(double.broadcasts.get(id)).toMatchObject({ status: 'broadcasting' });
  await expect.poll(async () => (await newest()).width, SLOW).toBe(640);

  const seatVisit = await site.open({ width: 390, height: 844, scheme: 'dark' });
  const seat = seatVisit.page;
  await logIn(seat, fan.username);
  await goTo(seat, `/live/${performer.username}`);
  await expect.poll(() => playsBy(seat), { timeout: 120_000 }).toBe('signalling');
  await advances(seat);
  await seatVisit.checkAxe('the room of a show on a media server');
  await expect.poll(() => double.viewersOf(id)).toHaveLength(1);

  const farVisit = await openWithoutWebRtc();
  const far = farVisit.page;
  await logIn(far, poor.username);
  await goTo(far, `/live/${performer.username}`);
  await expect.poll(() => stateOf(far), SLOW).toBe('playing');
  expect(await transportOf(far)).toBe('hls');
  await advances(far);
  await expect.poll(async () => (await newest()).viewer_count, SLOW).toBeGreaterThanOrEqual(2);
  await stageVisit.checkAxe('the studio on air over a media server');

  // The server restarts: the show waits for it, and everybody is back by themselves.
  for (const visit of [stageVisit, seatVisit, farVisit]) visit.expectErrors(MEDIA_ERRORS);
  await double.goDown();
  await expect.poll(async () => (await newest()).state, SLOW).toBe('interrupted');
  double.comeBack();
  await expect.poll(async () => (await newest()).state, SLOW).toBe('live');
  expect((await newest()).id).toBe(id);
  await expect.poll(() => stateOf(seat), SLOW).toBe('playing');
  await advances(seat);
  await expect.poll(() => stateOf(far), SLOW).toBe('playing');
  await advances(far);

  await endShow(stage);
  await seat.getByRole('heading', { name: 'The show has ended' }).waitFor(SLOW);
  await seat.getByRole('button', { name: /^Play/ }).click({ timeout: 120_000 });
  await expect.poll(() => seat.evaluate(() => document.querySelector('video')?.currentTime ?? 0), SLOW).toBeGreaterThan(1);
  expect(await seat.evaluate(() => document.querySelector('video')?.videoWidth)).toBe(640);
  expect(await newest()).toMatchObject({ state: 'ended', end_reason: 'performer' });
  await assertGone(id);
});

test('a private show with both cameras is charged by the minute, and its receipt says so', async () => {
  const { app, performer, fan } = site;
  const stageVisit = await site.open();
  const stage = stageVisit.page;
  await logIn(stage, performer.username);
  await openStudio(stage);
  await stage.getByLabel('Title', { exact: true }).fill('Open rehearsal');
  await stage.getByRole('button', { name: 'Start the show' }).click();
  await expect.poll(async () => await newest(), SLOW).toMatchObject({ type: 'public', state: 'live' });

  const seatVisit = await site.open({ width: 390, height: 844, scheme: 'dark' });
  const seat = seatVisit.page;
  await logIn(seat, fan.username);
  await goTo(seat, `/live/private/${performer.username}`);
  await seat.getByRole('switch', { name: /^Show my camera/ }).check({ force: true });
  await askFor(seat);
  await stage.getByRole('switch', { name: 'End my public show instead of pausing it' }).check({ force: true });
  await stage.getByRole('button', { name: 'Accept' }).click();
  await expect.poll(async () => await newest(), SLOW).toMatchObject({ type: 'private', state: 'live' });
  const { id } = await newest();

  await expect.poll(() => stateOf(seat), SLOW).toBe('playing');
  expect(await transportOf(seat)).toBe('signalling');
  // Each side sees the other's pictures; the fan's camera is a stream of its own.
  await advances(seat);
  await stage.getByLabel(/’s camera$/).waitFor(SLOW);
  await expect.poll(() => framesOf(stage, /’s camera$/), SLOW).toBeGreaterThan(5);
  expect([...double.broadcasts.values()].filter(({ status }) => status === 'broadcasting')).toHaveLength(2);

  await expect.poll(() => chargedTo(id, fan), SLOW).toEqual([expect.objectContaining({ minute: 1, refund_reason: null })]);
  await setNextMinute(app, fan, 0);
  await expect.poll(async () => (await chargedTo(id, fan)).length, SLOW).toBe(2);
  await setNextMinute(app, fan, AN_HOUR_MS);
  await expect.poll(() => seat.getByTestId('spent').textContent(), SLOW).toContain('6.00');
  await expect.poll(() => stage.getByTestId('earned').textContent(), SLOW).toContain('6.00');
  await seatVisit.checkAxe('a private show on a media server');
  await advances(seat);

  seatVisit.expectErrors(MEDIA_ERRORS);
  stageVisit.expectErrors(MEDIA_ERRORS);
  await seat.getByRole('button', { name: 'End show' }).click();
  await seat.getByRole('dialog', { name: 'End the show?' }).getByRole('button', { name: 'End show' }).click();
  await seat.getByRole('heading', { name: 'Show ended. Here’s your receipt.' }).waitFor();
  await stage.getByRole('button', { name: 'Another show' }).waitFor();
  // The seconds before WebRTC connects count as HLS, which the first token allows.
  expect((await chargedTo(id, fan)).flatMap(({ protocols }) => protocols)).toContain('whep');
  await expect.poll(() => [...double.broadcasts.keys()], SLOW).toEqual([]);
  await assertGone(id);
});

test('a group show charges a fan by WebRTC and a fan by HLS, whose token is renewed as minutes are paid', async () => {
  const { app, performer, fan, poor } = site;
  const stageVisit = await site.open();
  const stage = stageVisit.page;
  await logIn(stage, performer.username);
  await openStudio(stage);
  await stage.getByText('Group show', { exact: true }).click();
  await stage.getByLabel('Title', { exact: true }).fill('Paint-along');
  await stage.getByLabel(/^Minimum minutes/).fill('1');
  await stage.getByRole('button', { name: 'Start the show' }).click();
  await expect.poll(async () => await newest(), SLOW).toMatchObject({ type: 'group', state: 'live' });
  const { id } = await newest();

  const seatVisit = await site.open();
  const seat = seatVisit.page;
  await logIn(seat, fan.username);
  await goTo(seat, `/live/group/${performer.username}`);
  await seat.getByRole('button', { name: /^Join the show/ }).click();
  await expect.poll(() => stateOf(seat), SLOW).toBe('playing');
  expect(await transportOf(seat)).toBe('signalling');

  const farVisit = await openWithoutWebRtc();
  const far = farVisit.page;
  const renewals: string[] = [];
  far.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/streaming/token') renewals.push(request.postData() ?? '');
  });
  await logIn(far, poor.username);
  await goTo(far, `/live/group/${performer.username}`);
  await far.getByRole('button', { name: /^Join the show/ }).click();
  await expect.poll(() => stateOf(far), SLOW).toBe('playing');
  expect(await transportOf(far)).toBe('hls');
  await stage.getByText(/2 of 12 taken/).waitFor();
  await expect.poll(() => chargedTo(id, poor), SLOW).toEqual([expect.objectContaining({ minute: 1, protocols: ['hls'] })]);
  await expect
    .poll(() => chargedTo(id, fan), SLOW)
    .toEqual([expect.objectContaining({ minute: 1, protocols: expect.arrayContaining(['whep']) })]);
  await setNextMinute(app, fan, AN_HOUR_MS);
  await advances(far);
  expect(renewals.length).toBeGreaterThan(0);

  // One minute was all that the fan with HLS can pay: the next one ends it, and the tokens with it.
  farVisit.expectErrors(MEDIA_ERRORS);
  await setNextMinute(app, poor, 0);
  await far.getByRole('heading', { name: 'You’ve left. Here’s your receipt.' }).waitFor(SLOW);
  await far.getByText('Your tokens ran out.').waitFor();
  await expect.poll(() => stateOf(seat), SLOW).toBe('playing');
  await advances(seat);
  expect(await chargedTo(id, poor)).toHaveLength(1);

  seatVisit.expectErrors(MEDIA_ERRORS);
  stageVisit.expectErrors(MEDIA_ERRORS);
  await endShow(stage);
  await seat.getByRole('heading', { name: 'Show ended. Here’s your receipt.' }).waitFor();
  expect(await chargedTo(id, fan)).toEqual([expect.objectContaining({ minute: 1, refund_reason: 'ended' })]);
  await assertGone(id);
});
