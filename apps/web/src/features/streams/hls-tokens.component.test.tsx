import type { Playback } from '@stagedoor/contract/streams';
import { expect, onTestFinished, test, vi } from 'vitest';
import { idOf } from '../../../testing/fixtures.ts';
import { installSignalling } from '../../../testing/signalling-double.ts';
import { ApiError } from '../../app/api.ts';
import { playHls } from './hls.ts';
import { createPlayTokens, type PlayToken } from './play-tokens.ts';
import { type PlayingFacts, startPlayback } from './playback.ts';
import { type Attempt, playFile } from './playback-sources.ts';

const STREAM = idOf(71);
const FOLDER = 'https://media.example.com/stagedoor/streams';
const PLAYBACK: Playback = {
  format: 'hls',
  url: `${FOLDER}/${STREAM}.m3u8?token=old`,
  whep: null,
  signalling: 'wss://media.example.com/stagedoor/websocket',
};

/** A live playlist, whose addresses repeat the token of an earlier request as some servers do. */
const PLAYLIST = `#EXTM3U
#EXT-X-VERSION:3
#EXT-X-TARGETDURATION:1
#EXT-X-MEDIA-SEQUENCE:0
#EXTINF:1,
${STREAM}000000000.ts?token=old
#EXTINF:1,
${STREAM}000000001.ts
#EXTINF:1,
${STREAM}000000002.ts
`;

interface AskedAddress {
  url: string;
  headers: string[];
}

/** Answers the requests of hls.js for the rest of the test: with a playlist, segments without content, or a refusal. */
const installMedia = () => {
  const asked: AskedAddress[] = [];
  const media = {
    asked,
    status: 200,
    /** The server says that its media need no token. */
    isOpen: false,
    isMissing: (_address: string): boolean => false,
    tokens: () => asked.map(({ url }) => new URL(url).searchParams.get('token')),
  };
  const original = globalThis.XMLHttpRequest;
  class MediaRequest extends original {
    #address = '';
    #headers: string[] = [];
    override open(method: string, url: string | URL): void {
      this.#address = String(url);
      asked.push({ url: this.#address, headers: this.#headers });
      const body = this.#address.includes('.m3u8') ? PLAYLIST : '';
      super.open(method, `data:text/plain,${encodeURIComponent(body)}`, true);
    }
    override setRequestHeader(name: string): void {
      this.#headers.push(name.toLowerCase());
    }
    override get status(): number {
      if (super.status === 0) return 0;
      return media.isMissing(this.#address) ? 404 : media.status;
    }
    override getAllResponseHeaders(): string {
      return media.isOpen ? 'content-type: text/plain\r\nx-media-access: open\r\n' : '';
    }
    override get responseURL(): string {
      return this.#address;
    }
  }
  globalThis.XMLHttpRequest = MediaRequest as typeof XMLHttpRequest;
  onTestFinished(() => {
    globalThis.XMLHttpRequest = original;
  });
  return media;
};

const videoOnPage = (): HTMLVideoElement => {
  const video = document.createElement('video');
  video.muted = true;
  document.body.append(video);
  onTestFinished(() => video.remove());
  return video;
};

const tokenNamed = (token: string, seconds: number): PlayToken => ({
  token,
  streamId: STREAM,
  subscriberId: idOf(72),
  expiresAt: performance.now() + seconds * 1000,
});

/** Plays by HLS until the test ends, with a first token of so many seconds. */
const watch = (seconds: number, renew?: () => Promise<PlayToken>) => {
  const shown = { facts: null as PlayingFacts | null, refusals: 0, renewals: 0 };
  const session = startPlayback(videoOnPage(), {
    playback: PLAYBACK,
    token: 'first',
    tokens: createPlayTokens(
      tokenNamed('first', seconds),
      renew ??
        (async () => {
          shown.renewals += 1;
          return tokenNamed(`renewed ${shown.renewals}`, 75);
        }),
    ),
    iceServers: [],
    onFacts: (facts) => (shown.facts = facts),
    onRefused: () => (shown.refusals += 1),
  });
  onTestFinished(() => session.stop());
  return shown;
};

test('sends the current token with the playlist and each segment, in place of any other, and no header', async () => {
  const media = installMedia();
  let token = 'one';
  const options = { url: PLAYBACK.url, token: '', onRefused: () => undefined, onBroken: () => undefined };
  const session = playHls(videoOnPage(), { ...options, tokenOfAddress: () => token });
  onTestFinished(session.stop);
  await expect.poll(() => media.asked.some(({ url }) => url.includes('.ts'))).toBe(true);
  expect(new Set(media.tokens())).toEqual(new Set(['one']));
  token = 'two';
  const before = media.asked.length;
  await expect.poll(() => media.asked.slice(before).some(({ url }) => url.includes('.m3u8'))).toBe(true);
  const later = media.asked.slice(before).filter(({ url }) => url.includes('.m3u8'));
  expect(new Set(later.map(({ url }) => url))).toEqual(new Set([`${FOLDER}/${STREAM}.m3u8?token=two`]));
  // A header of its own would have the browser ask the media server first whether it may send it.
  expect(media.asked.flatMap(({ headers }) => headers)).not.toContain('authorization');
});

test('sends the token of the site’s own engine as a header, and leaves its addresses alone', async () => {
  const media = installMedia();
  const options = { onRefused: () => undefined, onBroken: () => undefined };
  const session = playHls(videoOnPage(), { url: `${FOLDER}/${STREAM}.m3u8`, token: 'bearer', tokenOfAddress: null, ...options });
  onTestFinished(session.stop);
  await expect.poll(() => media.asked.some(({ url }) => url.includes('.m3u8'))).toBe(true);
  expect(media.asked[0]).toEqual({ url: `${FOLDER}/${STREAM}.m3u8`, headers: expect.arrayContaining(['authorization']) });
});

test.each([
  ['leaves the token of the site’s own engine out for media that everybody may have', true],
  ['sends the token of the site’s own engine with each segment of other shows', false],
])('%s', async (_title, isOpen) => {
  const media = installMedia();
  media.isOpen = isOpen;
  const options = { onRefused: () => undefined, onBroken: () => undefined };
  const session = playHls(videoOnPage(), { url: `${FOLDER}/${STREAM}.m3u8`, token: 'bearer', tokenOfAddress: null, ...options });
  onTestFinished(session.stop);
  const ofKind = (end: string) => media.asked.filter(({ url }) => new URL(url).pathname.endsWith(end));
  await expect.poll(() => [ofKind('.ts').length > 0, ofKind('.m3u8').length > 1], { timeout: 10_000 }).toEqual([true, true]);
  expect(ofKind('.m3u8').every(({ headers }) => headers.includes('authorization'))).toBe(true);
  expect(ofKind('.ts').map(({ headers }) => headers.includes('authorization'))).toEqual(ofKind('.ts').map(() => !isOpen));
});

test('falls back to HLS when WebRTC fails, with a token that is fresh', async () => {
  const server = installSignalling();
  server.refusal = 'viewerLimitReached';
  const media = installMedia();
  const shown = watch(75);
  await expect.poll(() => media.asked.length).toBeGreaterThan(0);
  expect(media.asked[0]?.url).toBe(`${FOLDER}/${STREAM}.m3u8?token=renewed+1`);
  expect(shown.facts?.transport).toBe('hls');
  expect(server.of('play').map(({ token }) => token)).toEqual(['first']);
});

test('falls back to HLS when nobody answers at the address of the signalling', async () => {
  installSignalling().isAway = true;
  const media = installMedia();
  const shown = watch(75);
  await expect.poll(() => media.asked.length).toBeGreaterThan(0);
  expect(shown.facts?.transport).toBe('hls');
});

/** A browser that can't play the engine's video over WebRTC. */
const withoutWebRtc = (): void => {
  const original = RTCRtpReceiver.getCapabilities;
  RTCRtpReceiver.getCapabilities = () => null;
  onTestFinished(() => {
    RTCRtpReceiver.getCapabilities = original;
  });
};

test('plays by HLS where there is no WebRTC, with the first token of a seat renewed before it begins', async () => {
  withoutWebRtc();
  const media = installMedia();
  const shown = watch(10);
  await expect.poll(() => media.asked.length).toBeGreaterThan(0);
  expect(media.tokens()[0]).toBe('renewed 1');
  expect(shown.facts?.transport).toBe('hls');
});

test.each([401, 403])('asks for access again when the media server answers HLS with %i', async (status) => {
  withoutWebRtc();
  const media = installMedia();
  media.status = status;
  const shown = watch(75);
  await expect.poll(() => shown.refusals).toBe(1);
  expect(media.tokens()[0]).toBe('first');
});

test('plays the adaptive playlist of a server that has no plain one', async () => {
  withoutWebRtc();
  const media = installMedia();
  media.isMissing = (address) => address.includes(`${STREAM}.m3u8`);
  watch(86_400);
  await expect.poll(() => media.asked.at(-1)?.url).toContain('.ts');
  const playlists = media.asked.map(({ url }) => new URL(url).pathname).filter((path) => path.endsWith('.m3u8'));
  expect(playlists[0]).toBe(`/stagedoor/streams/${STREAM}.m3u8`);
  expect(playlists.at(-1)).toBe(`/stagedoor/streams/${STREAM}_adaptive.m3u8`);
});

test('asks for access again when the site refuses to renew the token of HLS', async () => {
  withoutWebRtc();
  const media = installMedia();
  const shown = watch(10, () => Promise.reject(new ApiError(403, 'LIVE_TOKEN_INVALID', '')));
  await expect.poll(() => shown.refusals).toBe(1);
  expect(media.asked).toEqual([]);
});

test('loads the address with a new token in time where the browser plays HLS by itself', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const video = videoOnPage();
  let renewals = 0;
  const attempt: Attempt = {
    playback: PLAYBACK,
    address: PLAYBACK.url,
    token: '',
    tokens: createPlayTokens(tokenNamed('first', 75), async () => tokenNamed(`renewed${++renewals}`, 75)),
    iceServers: [],
    signal: new AbortController().signal,
    isCurrent: () => true,
    began: ({ stop }) => onTestFinished(() => stop(false)),
    start: () => Promise.resolve(),
    failed: () => undefined,
    couldNotConnect: () => undefined,
    mustWait: () => undefined,
    refused: () => undefined,
    replaced: () => undefined,
  };
  await playFile(video, attempt);
  expect(video.src).toBe(`${FOLDER}/${STREAM}.m3u8?token=first`);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(video.src).toBe(`${FOLDER}/${STREAM}.m3u8?token=first`);
  await vi.advanceTimersByTimeAsync(2000);
  expect(video.src).toBe(`${FOLDER}/${STREAM}.m3u8?token=renewed3`);
});
