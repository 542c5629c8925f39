import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AntMediaDouble, createAntMediaDouble } from './ant-media-double.ts';
import { type SdkBrowser, type SdkClient, openSdkBrowser } from './testing/sdk-browser.ts';

// Ant Media's own SDK in a real browser publishes to the double and plays from it.

let browser: SdkBrowser;
let double: AntMediaDouble;
const clients: SdkClient[] = [];
beforeAll(async () => {
  browser = await openSdkBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  double = await createAntMediaDouble();
  await double.listen();
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  await double.close();
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
  const tracks = viewer.events.filter(({ name }) => name === 'newTrackAvailable').map(({ fields }) => fields['trackId']);
  expect(tracks.toSorted()).toEqual(['ARDAMSastage-1', 'ARDAMSvstage-1']);

  await viewer.call('stop', 'stage-1');
  await expect.poll(viewer.said).toContain('play_finished');
  expect(double.viewersOf('stage-1')).toEqual([]);
  await publisher.call('stop', 'stage-1');
  await expect.poll(publisher.said).toContain('publish_finished');
  expect(double.broadcasts.has('stage-1')).toBe(false);
  expect([...publisher.said(), ...viewer.said()].filter((name) => name.endsWith('!'))).toEqual([]);
});
