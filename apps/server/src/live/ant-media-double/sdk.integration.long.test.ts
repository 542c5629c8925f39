import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AntMediaDouble, createAntMediaDouble } from './ant-media-double.ts';
import { type Site, startSite } from './testing/site.ts';
import { type SdkBrowser, type SdkClient, openSdkBrowser } from './testing/sdk-browser.ts';

// Ant Media's own SDK in a real browser publishes to the double and plays from it.

let browser: SdkBrowser;
let double: AntMediaDouble;
let site: Site;
const clients: SdkClient[] = [];
beforeAll(async () => {
  browser = await openSdkBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  site = await startSite();
  double = await createAntMediaDouble({ settings: { listenerHookURL: `${site.url}/hook` } });
  await double.listen();
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  await double.close();
  await site.close();
});

const open = async (isPlayMode = false): Promise<SdkClient> => {
  const client = await browser.open(double.websocketUrl, { isPlayMode });
  clients.push(client);
  return client;
};

test('a camera is published and played with pictures and sound', async () => {
  const publisher = await open();
  await publisher.call('publish', 'stage-1');
  await expect.poll(publisher.said).toContain('publish_started');
  expect(double.broadcasts.get('stage-1')).toMatchObject({ status: 'broadcasting', publishType: 'WebRTC', zombi: true });

  const viewer = await open(true);
  await viewer.call('play', 'stage-1');
  await expect.poll(viewer.said).toContain('play_started');
  await expect.poll(async () => (await viewer.shown()).frames).toBeGreaterThan(20);
  expect(await viewer.shown()).toMatchObject({ width: 640, sounds: expect.any(Number) });
  expect((await viewer.shown()).sounds).toBeGreaterThan(20);

  await viewer.call('stop', 'stage-1');
  await expect.poll(viewer.said).toContain('play_finished');
  expect(double.viewersOf('stage-1')).toEqual([]);
  await publisher.call('stop', 'stage-1');
  await expect.poll(publisher.said).toContain('publish_finished');
  expect(double.broadcasts.has('stage-1')).toBe(false);
  await expect.poll(site.actions).toEqual(['liveStreamStarted', 'playStarted', 'playStopped', 'liveStreamEnded']);
  expect([...publisher.said(), ...viewer.said()].filter((name) => name.endsWith('!'))).toEqual([]);
});

test('the SDK comes back after its publisher was dropped, and after a restart', async () => {
  const publisher = await open();
  const timesStarted = () => publisher.said().filter((name) => name === 'publish_started').length;
  await publisher.call('publish', 'stage-2');
  await expect.poll(timesStarted).toBe(1);
  await double.losePublisher('stage-2');
  await expect.poll(timesStarted).toBe(2);
  await double.goDown({ isAnnounced: true });
  expect(double.broadcasts.has('stage-2')).toBe(false);
  double.comeBack();
  await expect.poll(timesStarted).toBe(3);
  expect(publisher.said()).toContain('reconnection_attempt_for_publisher');
});

test('a subscriber who is blocked loses the picture, and is refused from then on', async () => {
  const publisher = await open();
  await publisher.call('publish', 'stage-3');
  await expect.poll(publisher.said).toContain('publish_started');
  const viewer = await open(true);
  await viewer.call('play', 'stage-3', '', '', [], 'fan-1', '');
  await expect.poll(viewer.said).toContain('play_started');
  expect(double.viewersOf('stage-3')).toEqual(['fan-1']);
  const stats = await fetch(`${double.url}/LiveApp/rest/v2/broadcasts/stage-3/webrtc-client-stats/0/10`);
  expect(await stats.json()).toMatchObject([{ subscriberId: 'fan-1', clientIp: '127.0.0.1' }]);
  const put = await fetch(`${double.url}/LiveApp/rest/v2/broadcasts/stage-3/subscribers/fan-1/block/60/play`, { method: 'PUT' });
  expect(await put.json()).toMatchObject({ success: true });
  await expect.poll(viewer.said).toContain('play_finished');
  await expect.poll(viewer.said).toContain('user_blocked!');
  expect(double.viewersOf('stage-3')).toEqual([]);
});

test('the SDK gets answers about a live stream', async () => {
  const publisher = await open();
  await publisher.call('publish', 'stage-4');
  await expect.poll(publisher.said).toContain('publish_started');
  await expect.poll(() => double.broadcasts.get('stage-4')?.['width']).toBeGreaterThan(0);
  for (const method of ['getStreamInfo', 'getTracks', 'getBroadcastObject', 'getSubscriberCount']) await publisher.call(method, 'stage-4');
  await publisher.call('forceStreamQuality', 'stage-4', 0);
  const named = (name: string) => publisher.events.find((event) => event.name === name)?.fields;
  await expect.poll(() => named('resolutionChangeInfo')).toBeDefined();
  expect(named('streamInformation')).toMatchObject({ streamInfo: [{ streamHeight: double.broadcasts.get('stage-4')?.['height'] }] });
  expect(named('trackList')).toMatchObject({ trackList: ['stage-4'] });
  expect(JSON.parse(String(named('broadcastObject')?.['broadcast']))).toMatchObject({ streamId: 'stage-4', status: 'broadcasting' });
  expect(named('subscriberCount')).toMatchObject({ count: 0 });

  const second = await open();
  await second.call('publish', 'stage-4');
  await expect.poll(second.said).toContain('streamIdInUse!');
  const viewer = await open(true);
  await viewer.call('play', 'nothing-here');
  await expect.poll(viewer.said).toContain('no_stream_exist!');
});

test('only those with a token publish and play', async () => {
  Object.assign(double.settings, { publishTokenControlEnabled: true, playJwtControlEnabled: true, jwtStreamSecretKey: 'a'.repeat(32) });
  const token = async (path: string): Promise<string> => {
    const response = await fetch(`${double.url}/LiveApp/rest/v2/broadcasts/stage-5/${path}&expireDate=4000000000`);
    const body: { tokenId: string } = JSON.parse(await response.text());
    return body.tokenId;
  };
  const publisher = await open();
  await publisher.call('publish', 'stage-5', 'guessed');
  await expect.poll(publisher.said).toContain('unauthorized_access!');
  await publisher.call('publish', 'stage-5', await token('token?type=publish'));
  await expect.poll(publisher.said).toContain('publish_started');
  const viewer = await open(true);
  await viewer.call('play', 'stage-5', await token('jwt-token?type=publish'));
  await expect.poll(viewer.said).toContain('unauthorized_access!');
  Object.assign(double.settings, { listenerHookURL: '', webhookPlayAuthUrl: `${site.url}/may-play` });
  site.answers.status = 403;
  await viewer.call('play', 'stage-5', await token('jwt-token?type=play'), '', [], 'fan-1', 'code');
  const refusals = () => viewer.said().filter((name) => name === 'unauthorized_access!').length;
  await expect.poll(refusals).toBe(2);
  expect(site.received.at(-1)).toMatchObject({
    path: '/may-play',
    fields: {
      appName: 'LiveApp',
      streamId: 'stage-5',
      mode: 'play',
      subscriberId: 'fan-1',
      subscriberCode: 'code',
      ipAddress: '127.0.0.1',
    },
  });
  site.answers.status = 200;
  await viewer.call('play', 'stage-5', await token('jwt-token?type=play'));
  await expect.poll(viewer.said).toContain('play_started');
});

test('a player that switches the picture off gets sound alone until it switches it on again', async () => {
  const publisher = await open();
  await publisher.call('publish', 'stage-6');
  await expect.poll(publisher.said).toContain('publish_started');
  const viewer = await open(true);
  await viewer.call('play', 'stage-6');
  await expect.poll(async () => (await viewer.shown()).frames).toBeGreaterThan(5);
  const still = async (): Promise<boolean> => {
    const before = await viewer.shown();
    await expect.poll(async () => (await viewer.shown()).sounds).toBeGreaterThan(before.sounds + 50);
    return (await viewer.shown()).frames === before.frames;
  };
  await viewer.call('toggleVideo', 'stage-6', 'ARDAMSvstage-6', false);
  await expect.poll(still).toBe(true);
  const { frames } = await viewer.shown();
  await viewer.call('toggleVideo', 'stage-6', 'ARDAMSvstage-6', true);
  await expect.poll(async () => (await viewer.shown()).frames).toBeGreaterThan(frames + 5);
});
