import { expect, onTestFinished, test } from 'vitest';
import { idOf } from '../../../testing/fixtures.ts';
import { movingPicture } from '../../../testing/signalling-double.ts';
import { installWhip } from '../../../testing/whip-double.ts';
import { onNetworkChange } from './network-changes.ts';
import { type PlayingFacts, startPlayback } from './playback.ts';
import { publish } from './publisher.ts';

// A phone that changes networks: its player and its studio connect again at once, with the same token.

const STREAM = idOf(71);
const ROOT = 'https://media.example.com';
/** Until the new offer arrives. */
const SOON = { timeout: 1000, interval: 10 };

/** Replaces the browser's knowledge of its network until the test ends. */
const installNetwork = (type: string) => {
  const connection = Object.assign(new EventTarget(), { type });
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'connection'));
  return {
    change(next: string): void {
      connection.type = next;
      connection.dispatchEvent(new Event('change'));
    },
  };
};

const startPublishing = () => {
  const states: string[] = [];
  const publisher = publish({
    stream: movingPicture(),
    publishing: { whip: `${ROOT}/whip/${STREAM}`, signalling: null, streamId: STREAM, token: 'own', subscriberId: null, iceServers: [] },
    maxBitrate: 300_000,
    maxFramerate: 15,
    renew: () => Promise.resolve(null),
    onState: (state) => {
      if (states.at(-1) !== state) states.push(state);
    },
  });
  onTestFinished(() => publisher.stop());
  return { publisher, states };
};
const startWatching = () => {
  const video = document.createElement('video');
  video.muted = true;
  document.body.append(video);
  const shown = { facts: null as PlayingFacts | null };
  const session = startPlayback(video, {
    playback: { format: 'hls', url: `${ROOT}/streams/${STREAM}.m3u8`, whep: `${ROOT}/whep/${STREAM}`, signalling: null },
    token: 'own',
    tokens: null,
    iceServers: [],
    onFacts: (facts) => (shown.facts = facts),
    onRefused: () => undefined,
  });
  onTestFinished(() => {
    session.stop();
    video.remove();
  });
  return { video, shown };
};

test('tells a change of the network from one of its speed', () => {
  const network = installNetwork('wifi');
  const stopped = new AbortController();
  let changes = 0;
  onNetworkChange(() => (changes += 1), stopped.signal);
  network.change('wifi');
  expect(changes).toBe(0);
  network.change('none');
  expect(changes).toBe(0);
  network.change('cellular');
  globalThis.dispatchEvent(new Event('online'));
  expect(changes).toBe(2);
  stopped.abort();
  network.change('wifi');
  expect(changes).toBe(2);
});

test('publishes again on another network within a second, and leaves the earlier connection only then', async () => {
  const network = installNetwork('wifi');
  const server = installWhip(movingPicture());
  const { publisher, states } = startPublishing();
  await expect.poll(() => states).toEqual(['connecting', 'live']);
  network.change('cellular');
  await expect.poll(() => server.sessions.length, SOON).toBe(2);
  expect(server.sessions.map(({ isDeleted }) => isDeleted)).toEqual([false, false]);
  await expect.poll(() => server.sessions[0]!.isDeleted).toBe(true);
  await expect.poll(() => server.framesOf(server.sessions[1]!)).toBeGreaterThan(5);
  expect(server.sessions.map(({ use, token }) => [use, token])).toEqual([
    ['whip', 'Bearer own'],
    ['whip', 'Bearer own'],
  ]);
  expect(states).toEqual(['connecting', 'live']);
  expect((await publisher.health()).height).toBe(180);
});

test('keeps a publishing connection that still works when the new one can’t be made', async () => {
  const server = installWhip(movingPicture());
  const { states } = startPublishing();
  await expect.poll(() => states).toEqual(['connecting', 'live']);
  server.isAway = true;
  globalThis.dispatchEvent(new Event('online'));
  await expect.poll(() => states).toEqual(['connecting', 'live', 'reconnecting']);
  server.isAway = false;
  await expect.poll(() => states, { timeout: 5000 }).toEqual(['connecting', 'live', 'reconnecting', 'live']);
  expect(server.sessions).toHaveLength(1);
  expect(server.sessions[0]!.isDeleted).toBe(false);
});

test('publishes again within a second when a connection that lasted breaks off', async () => {
  const server = installWhip(movingPicture());
  const { states } = startPublishing();
  await expect.poll(() => states).toEqual(['connecting', 'live']);
  await expect.poll(() => server.framesOf(server.sessions[0]!), { timeout: 10_000 }).toBeGreaterThan(40);
  server.sessions[0]!.connection.close();
  await expect.poll(() => states, { timeout: 15_000, interval: 5 }).toContain('reconnecting');
  await expect.poll(() => server.sessions.length, SOON).toBe(2);
  await expect.poll(() => states.at(-1)).toBe('live');
});

test('plays again on another network within a second, and shows the earlier picture until then', async () => {
  const network = installNetwork('wifi');
  const server = installWhip(movingPicture());
  const { video, shown } = startWatching();
  await expect.poll(() => shown.facts?.state, { timeout: 5000 }).toBe('playing');
  const before = video.srcObject;
  network.change('cellular');
  await expect.poll(() => server.sessions.length, SOON).toBe(2);
  expect(video.srcObject).toBe(before);
  expect(server.sessions[0]!.isDeleted).toBe(false);
  await expect.poll(() => server.sessions[0]!.isDeleted).toBe(true);
  expect(video.srcObject).not.toBe(before);
  expect(video.srcObject).not.toBeNull();
  expect(server.sessions.map(({ use, token }) => [use, token])).toEqual([
    ['whep', 'Bearer own'],
    ['whep', 'Bearer own'],
  ]);
  const frames = () => video.getVideoPlaybackQuality().totalVideoFrames;
  const seen = frames();
  await expect.poll(frames).toBeGreaterThan(seen + 5);
  expect(shown.facts?.transport).toBe('whep');
});
