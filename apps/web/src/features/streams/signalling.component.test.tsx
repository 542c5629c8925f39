import type { Playback, Publishing } from '@stagedoor/contract/streams';
import { expect, onTestFinished, test, vi } from 'vitest';
import { idOf } from '../../../testing/fixtures.ts';
import { installSignalling, movingPicture } from '../../../testing/signalling-double.ts';
import { pass, stopTimeouts } from '../../../testing/toasts.ts';
import { ApiError } from '../../app/api.ts';
import { createPlayTokens, type PlayToken } from './play-tokens.ts';
import { type PlayingFacts, startPlayback } from './playback.ts';
import { publish, type PublisherOptions, type PublishFailure } from './publisher.ts';
import { SdpExchangeError } from './sdp-exchange.ts';
import { connectBySignalling } from './signalling.ts';

const STREAM = idOf(71);
const GRANT = idOf(72);
const ADDRESS = 'wss://media.example.com/stagedoor/websocket';

const PUBLISHING: Publishing = {
  whip: null,
  signalling: ADDRESS,
  streamId: STREAM,
  token: 'publish token',
  subscriberId: GRANT,
  iceServers: [],
};

/** Publishes until the test ends, and notes each state and why publishing was given up. */
const start = (changes: Partial<PublisherOptions> = {}) => {
  const states: string[] = [];
  const failures: PublishFailure[] = [];
  const publisher = publish({
    stream: movingPicture(),
    publishing: PUBLISHING,
    maxBitrate: 300_000,
    maxFramerate: 15,
    renew: () => Promise.resolve({ ...PUBLISHING, token: 'fresh token' }),
    onState: (state, failure) => {
      if (states.at(-1) !== state) states.push(state);
      if (failure) failures.push(failure);
    },
    ...changes,
  });
  onTestFinished(() => publisher.stop());
  return { publisher, states, failures };
};

const PLAYBACK: Playback = {
  format: 'hls',
  url: `https://media.example.com/stagedoor/streams/${STREAM}.m3u8?token=old`,
  whep: null,
  signalling: ADDRESS,
};

const tokenNamed = (token: string): PlayToken => ({
  token,
  streamId: STREAM,
  subscriberId: GRANT,
  expiresAt: performance.now() + 75_000,
});

/** Plays until the test ends. Renewed tokens are numbered. */
const watch = (changes: { renew?: () => Promise<PlayToken>; playback?: Partial<Playback> } = {}) => {
  const video = document.createElement('video');
  video.muted = true;
  document.body.append(video);
  const shown = { facts: null as PlayingFacts | null, refusals: 0, renewals: 0 };
  const renew =
    changes.renew ??
    (async () => {
      shown.renewals += 1;
      return tokenNamed(`renewed ${shown.renewals}`);
    });
  const session = startPlayback(video, {
    playback: { ...PLAYBACK, ...changes.playback },
    token: 'play token',
    tokens: createPlayTokens(tokenNamed('play token'), renew),
    iceServers: [],
    onFacts: (facts) => (shown.facts = facts),
    onRefused: () => (shown.refusals += 1),
  });
  onTestFinished(() => {
    session.stop();
    video.remove();
  });
  return { video, shown, session };
};

test('publishes a picture with its token, and says so to the server at the end', async () => {
  const server = installSignalling();
  const { publisher, states } = start();
  await expect.poll(() => states).toEqual(['connecting', 'live']);
  await expect.poll(() => server.framesOf(STREAM)).toBeGreaterThan(5);
  expect(server.addresses).toEqual([ADDRESS]);
  expect(server.of('publish')).toEqual([
    { command: 'publish', streamId: STREAM, token: 'publish token', subscriberId: GRANT, video: true, audio: false },
  ]);
  expect(server.of('takeCandidate').length).toBeGreaterThan(0);
  expect((await publisher.health()).height).toBe(180);
  publisher.stop();
  await expect.poll(() => server.of('stop')).toEqual([{ command: 'stop', streamId: STREAM }]);
});

test('publishes again with a fresh token when the server stops the stream', async () => {
  const server = installSignalling();
  const { states } = start();
  await expect.poll(() => states).toEqual(['connecting', 'live']);
  server.say({ command: 'stop', streamId: STREAM });
  await expect.poll(() => states).toEqual(['connecting', 'live', 'reconnecting', 'live']);
  expect(server.of('publish').map(({ token }) => token)).toEqual(['publish token', 'fresh token']);
});

test('goes on publishing when the socket breaks after media flows', async () => {
  const server = installSignalling();
  const { states } = start();
  await expect.poll(() => states).toEqual(['connecting', 'live']);
  server.cut();
  const before = await server.framesOf(STREAM);
  await expect.poll(() => server.framesOf(STREAM)).toBeGreaterThan(before + 10);
  expect(states).toEqual(['connecting', 'live']);
  expect(server.addresses).toHaveLength(1);
});

test.each(['unauthorized_access', 'authenticationTokenNotValid', 'user_blocked'])(
  'asks the site for another token when the server refuses one with %s',
  async (definition) => {
    const server = installSignalling();
    server.refusal = definition;
    const { states } = start({
      renew: async () => {
        server.refusal = null;
        return { ...PUBLISHING, token: 'fresh token' };
      },
    });
    await expect.poll(() => states).toEqual(['connecting', 'live']);
    expect(server.of('publish').map(({ token }) => token)).toEqual(['publish token', 'fresh token']);
  },
);

test.each(['streamIdInUse', 'already_publishing', 'highResourceUsage', 'noSuchDefinition'])(
  'tries again with the same token after %s',
  async (definition) => {
    const server = installSignalling();
    server.refusal = definition;
    const { states } = start();
    await expect.poll(() => server.of('publish')).toHaveLength(1);
    server.refusal = null;
    await expect.poll(() => states).toEqual(['connecting', 'live']);
    expect(server.of('publish').map(({ token }) => token)).toEqual(['publish token', 'publish token']);
  },
);

test('gives up when the show is over, for the server and the site', async () => {
  const server = installSignalling();
  server.refusal = 'unauthorized_access';
  const { states, failures } = start({ renew: () => Promise.resolve(null) });
  await expect.poll(() => states).toEqual(['connecting', 'failed']);
  expect(failures).toEqual([{ code: 'LIVE_TOKEN_INVALID', sentence: '' }]);
});

const connect = (signal = new AbortController().signal, onEnded = () => undefined) => {
  const connection = new RTCPeerConnection();
  connection.addTransceiver('video', { direction: 'sendonly' });
  onTestFinished(() => connection.close());
  const options = { url: ADDRESS, streamId: STREAM, token: 'token', subscriberId: null, signal, onEnded };
  return { connection, end: connectBySignalling(connection, 'publish', options) };
};

test.each([
  ['unauthorized_access', 403, 'LIVE_TOKEN_INVALID'],
  ['authenticationTokenNotValid', 403, 'LIVE_TOKEN_INVALID'],
  ['user_blocked', 403, 'LIVE_TOKEN_INVALID'],
  ['no_stream_exist', 404, 'LIVE_NOT_ON_AIR'],
  ['stream_not_active_or_expired', 404, 'LIVE_NOT_ON_AIR'],
  ['streamIdInUse', 409, 'LIVE_ALREADY_PUBLISHING'],
  ['already_publishing', 409, 'LIVE_ALREADY_PUBLISHING'],
  ['license_suspended_please_renew_license', 503, 'LIVE_SERVER_AWAY'],
  ['', 503, 'LIVE_SERVER_AWAY'],
])('reports the error %s as %i %s', async (definition, status, code) => {
  const server = installSignalling();
  server.refusal = definition;
  const error = await connect().end.catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(SdpExchangeError);
  expect(error).toMatchObject({ status, code });
});

test('gives up a server that isn’t there, and one that doesn’t answer within ten seconds', async () => {
  stopTimeouts();
  const server = installSignalling();
  server.isAway = true;
  await expect(connect().end).rejects.toMatchObject({ status: 0, code: 'LIVE_SERVER_AWAY' });
  Object.assign(server, { isAway: false, isSilent: true });
  const { end } = connect();
  await expect.poll(() => server.of('publish')).toHaveLength(1);
  pass(10_000);
  await expect(end).rejects.toMatchObject({ status: 0, code: 'LIVE_SERVER_AWAY' });
});

test('refuses an address that the browser refuses as a server that is away', async () => {
  const connection = new RTCPeerConnection();
  onTestFinished(() => connection.close());
  const { signal } = new AbortController();
  const options = {
    url: 'ftp://media.example.com',
    streamId: STREAM,
    token: 'token',
    subscriberId: null,
    signal,
    onEnded: () => undefined,
  };
  await expect(connectBySignalling(connection, 'play', options)).rejects.toMatchObject({ status: 0, code: 'LIVE_SERVER_AWAY' });
});

test('ignores messages about other streams, frames that are none, and unknown commands', async () => {
  const server = installSignalling();
  server.isSilent = true;
  let isSettled = false;
  const { end } = connect();
  void end.finally(() => (isSettled = true)).catch(() => undefined);
  await expect.poll(() => server.of('publish')).toHaveLength(1);
  server.say({ command: 'error', definition: 'unauthorized_access', streamId: 'another' });
  server.say({ command: 'somethingNew', streamId: STREAM });
  server.say([] as unknown as Record<string, unknown>);
  server.say({ command: 'start', streamId: STREAM });
  await expect.poll(() => server.of('takeConfiguration')).toHaveLength(1);
  expect(isSettled).toBe(false);
});

test('leaves the server when the caller doesn’t want the connection any longer', async () => {
  const server = installSignalling();
  server.isSilent = true;
  const left = new AbortController();
  const { end } = connect(left.signal);
  await expect.poll(() => server.of('publish')).toHaveLength(1);
  left.abort(new Error('left'));
  await expect(end).rejects.toThrow('left');
  server.say({ command: 'start', streamId: STREAM });
  await Promise.resolve();
  expect(server.of('takeConfiguration')).toEqual([]);
});

test('sends a ping every three seconds until it ends', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const server = installSignalling();
  const stop = await connect().end;
  vi.advanceTimersByTime(9000);
  await expect.poll(() => server.pings).toBe(3);
  stop();
  vi.advanceTimersByTime(9000);
  await Promise.resolve();
  expect(server.pings).toBe(3);
});

test('plays a show with its token, measures its delay, and says at the end that it is left', async () => {
  const server = installSignalling();
  server.onAir.set(STREAM, movingPicture());
  const { shown, session } = watch();
  await expect.poll(() => shown.facts).toMatchObject({ state: 'playing', transport: 'signalling', height: 180, width: 320 });
  await expect.poll(() => shown.facts?.delay).toBeGreaterThan(0);
  expect(server.of('play')).toEqual([{ command: 'play', streamId: STREAM, token: 'play token', subscriberId: GRANT }]);
  expect(shown.renewals).toBe(0);
  session.stop();
  await expect.poll(() => server.of('stop')).toEqual([{ command: 'stop', streamId: STREAM }]);
});

test('plays by signalling where the site’s format is a file', async () => {
  const server = installSignalling();
  server.onAir.set(STREAM, movingPicture());
  const { shown } = watch({ playback: { format: 'mp4', url: PLAYBACK.url.replace('.m3u8', '.mp4') } });
  await expect.poll(() => shown.facts).toMatchObject({ state: 'playing', transport: 'signalling' });
});

test('goes on playing when the socket breaks, and plays again with a fresh token when the stream is stopped', async () => {
  const server = installSignalling();
  server.onAir.set(STREAM, movingPicture());
  const { shown, video } = watch();
  await expect.poll(() => shown.facts?.state).toBe('playing');
  server.cut();
  const before = video.getVideoPlaybackQuality().totalVideoFrames;
  await expect.poll(() => video.getVideoPlaybackQuality().totalVideoFrames).toBeGreaterThan(before + 10);
  expect(server.addresses).toHaveLength(1);
  server.peers.get(STREAM)!.connection.close();
  await expect.poll(() => server.of('play').map(({ token }) => token)).toEqual(['play token', 'renewed 1']);
  await expect.poll(() => shown.facts).toMatchObject({ state: 'playing', transport: 'signalling' });
});

test('waits for a stream that isn’t on air yet, with the same token, and stays with WebRTC', async () => {
  const server = installSignalling();
  const { shown } = watch();
  await expect.poll(() => server.of('play').length).toBeGreaterThan(1);
  server.onAir.set(STREAM, movingPicture());
  await expect.poll(() => shown.facts).toMatchObject({ state: 'playing', transport: 'signalling' });
  expect(new Set(server.of('play').map(({ token }) => token))).toEqual(new Set(['play token']));
  expect(shown.refusals).toBe(0);
});

test('plays at once when the performer is back, however long the pause had become', async () => {
  stopTimeouts();
  const server = installSignalling();
  const { shown, session } = watch();
  session.hold(true);
  await expect.poll(() => server.of('play').length).toBeGreaterThan(1);
  server.onAir.set(STREAM, movingPicture());
  // The next pause is a second: it doesn't end by itself here.
  session.hold(false);
  await expect.poll(() => shown.facts).toMatchObject({ state: 'playing', transport: 'signalling' });
});

test.each(['unauthorized_access', 'user_blocked'])('asks for access again when the server refuses with %s', async (definition) => {
  const server = installSignalling();
  server.refusal = definition;
  const { shown } = watch();
  await expect.poll(() => shown.refusals).toBe(1);
  expect(server.of('play')).toHaveLength(1);
});

test('asks for access again when the site refuses a token for another connection', async () => {
  const server = installSignalling();
  server.onAir.set(STREAM, movingPicture());
  const { shown } = watch({ renew: () => Promise.reject(new ApiError(403, 'LIVE_TOKEN_INVALID', '')) });
  await expect.poll(() => shown.facts?.state).toBe('playing');
  server.say({ command: 'notification', definition: 'play_finished', streamId: STREAM });
  await expect.poll(() => shown.refusals).toBe(1);
});
