import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { CodedError } from '../../platform/errors.ts';
import { answerOf, layersOf, offerOf } from './answer.ts';
import { takeMedia } from './offer.ts';
import { type SessionDescription, parseSdp } from './sdp.ts';

/** Offers that real clients sent. */
const OFFERS = z
  .array(z.object({ client: z.string(), does: z.enum(['publishes', 'watches']), sdp: z.array(z.string()) }))
  .parse(JSON.parse(readFileSync(new URL('../testing/fixtures/offers.json', import.meta.url), 'utf8')))
  .map(({ sdp, ...offer }) => ({ ...offer, sdp: sdp.join('\r\n') }));
const offerBy = (client: string, does: 'publishes' | 'watches' = 'publishes'): string =>
  OFFERS.find((one) => one.client === client && one.does === does)!.sdp;

const directionOf = (does: 'publishes' | 'watches') => (does === 'publishes' ? ('sends' as const) : ('receives' as const));
const sectionsOf = (sdp: string): string[] => sdp.split(/(?=^m=)/m).slice(1);

/** The library's answer to an offer of one section. */
const PARTIAL = [
  'v=0',
  'o=rtc 1 0 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=group:BUNDLE 0',
  'a=fingerprint:sha-256 AA',
  'm=video 47800 UDP/TLS/RTP/SAVPF 96',
  'c=IN IP4 192.0.2.1',
  'a=mid:0',
  'a=setup:passive',
  'a=ice-ufrag:abcd',
  'a=ice-pwd:0123456789012345678901',
  'a=candidate:1 1 UDP 2114977791 192.0.2.1 47800 typ host',
  'a=end-of-candidates',
  '',
].join('\r\n');

describe.each(OFFERS)('$client, which $does,', ({ does, sdp }) => {
  const variants: [string, string][] = [
    ['as it is', sdp],
    ['without feedback', sdp.replace(/^a=rtcp-fb:.*\r\n/gm, '')],
    ['without sources', sdp.replace(/^a=(ssrc|ssrc-group|msid).*\r\n/gm, '')],
    ['without candidates', sdp.replace(/^a=(candidate|end-of-candidates).*\r\n/gm, '')],
    ['without parameters', sdp.replace(/^a=fmtp:.*\r\n/gm, '')],
    ['with other numbers of header extensions', sdp.replace(/^a=extmap:(\d+)/gm, (_, id) => `a=extmap:${15 - Number(id)}`)],
    ['with sections in another order', [sdp.split(/^m=/m)[0], ...sectionsOf(sdp).reverse()].join('')],
    ['as the active side', sdp.replace(/^a=setup:actpass/gm, 'a=setup:active')],
    ['as the passive side', sdp.replace(/^a=setup:actpass/gm, 'a=setup:passive')],
  ];

  test.each(variants)('is taken %s', (_name, offer) => {
    const description = parseSdp(offer)!;
    const { video, audio } = takeMedia(description, directionOf(does));
    expect([video?.payload.codec, audio?.payload.codec]).toEqual(['h264', 'opus']);
    const own = offerOf(description, video!);
    // The transport is in the one section that the library gets, whichever it was in.
    for (const name of ['ice-ufrag', 'ice-pwd', 'fingerprint', 'setup']) expect(own.match(new RegExp(`^a=${name}:`, 'gm'))).not.toBeNull();
    const answer = parseSdp(answerOf(description, { video, audio }, PARTIAL))!;
    expect(answer.media.map(({ kind, mid }) => [kind, mid])).toEqual(description.media.map(({ kind, mid }) => [kind, mid]));
    expect(answer.media.map(({ direction }) => direction)).toEqual(['recvonly', 'recvonly']);
    expect(answer.session).toContain(`a=group:BUNDLE ${description.media.map(({ mid }) => mid).join(' ')}`);
    for (const section of answer.media) expect(section.lines).toContain('a=ice-ufrag:abcd');
  });

  test.each(['video', 'audio'])('is taken with %s alone', (kind) => {
    const [head] = sdp.split(/^m=/m);
    const [only] = sectionsOf(sdp).filter((section) => section.startsWith(`m=${kind}`));
    // A section that was offered within the bundle alone has no transport any more.
    const offer = `${head}${only!.replace(/^m=(\w+) 0 /, 'm=$1 9 ').replace('a=bundle-only\r\n', '')}`;
    const taken = takeMedia(parseSdp(offer)!, directionOf(does));
    expect([taken.video !== undefined, taken.audio !== undefined]).toEqual([kind === 'video', kind === 'audio']);
  });
});

test('sections that aren’t taken are refused in the answer, in their place', () => {
  const offer = `${offerBy('Chromium 156')}m=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\na=mid:2\r\n`;
  const description = parseSdp(offer)!;
  const answer = answerOf(description, takeMedia(description, 'sends'), PARTIAL);
  expect(answer).toContain('m=application 0 UDP/DTLS/SCTP webrtc-datachannel\r\nc=IN IP4 0.0.0.0\r\na=mid:2\r\na=inactive\r\n');
  expect(answer).toContain('a=group:BUNDLE 0 1\r\n');
});

describe('layers', () => {
  const description = parseSdp(offerBy('Chromium 156, three layers'))!;

  test('are all accepted, by the names and header extensions of the offer', () => {
    const media = takeMedia(description, 'sends');
    expect(layersOf(media.video!.section)).toEqual({ rids: ['0', '1', '2'], extension: 10, source: undefined });
    const answer = answerOf(description, media, PARTIAL);
    expect(answer).toContain('a=rid:0 recv\r\na=rid:1 recv\r\na=rid:2 recv\r\na=simulcast:recv 0;1;2\r\n');
    expect(answer).toContain('a=extmap:10 urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id\r\n');
    expect(parseSdp(answer)!.media[1]!.lines.join()).not.toContain('simulcast');
  });

  test.each([
    ['a=simulcast:send 0', undefined],
    ['a=simulcast:recv 0;1', undefined],
    ['a=simulcast:send 0;', undefined],
    ['a=simulcast:send 0,3;~1;2', ['0', '1', '2']],
  ])('of “%s” are %j', (line, rids) => {
    const section = { ...description.media[0]!, lines: ['m=video 9 X 96', line] };
    expect(layersOf(section)?.rids).toEqual(rids);
  });
});

const refusal = (sdp: string, direction: 'sends' | 'receives'): string => {
  try {
    takeMedia(parseSdp(sdp) as SessionDescription, direction);
  } catch (error) {
    const { code, details } = error as CodedError;
    return [code, details?.['reason'], details?.['codecs']].filter(Boolean).join(' ');
  }
  return 'taken';
};
const WHIP = offerBy('Chromium 156');
const withVideo = (codec: string): string =>
  offerBy('libdatachannel 0.24')
    .replace(/^a=(fmtp|rtcp-fb):96 .*\r\n/gm, '')
    .replace('H264/90000', `${codec}/90000`);

test.each([
  ['a player that publishes', offerBy('Chromium 156', 'watches'), 'sends', 'LIVE_OFFER_INVALID sendsNothing'],
  ['a publisher that watches', WHIP, 'receives', 'LIVE_OFFER_INVALID receivesNothing'],
  ['a data channel alone', 'v=0\r\nm=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\na=mid:0\r\n', 'sends', 'LIVE_OFFER_INVALID noMedia'],
  ['nothing at all', 'v=0\r\n', 'receives', 'LIVE_OFFER_INVALID noMedia'],
  ['HEVC', withVideo('H265'), 'sends', 'LIVE_CODEC_UNSUPPORTED noH264 HEVC'],
  ['AV1', withVideo('AV1'), 'sends', 'LIVE_CODEC_UNSUPPORTED noH264 AV1'],
  ['no codec', withVideo('rtx'), 'sends', 'LIVE_CODEC_UNSUPPORTED noH264 –'],
  ['PCM', WHIP.replace('opus/48000/2', 'L16/48000/2'), 'sends', 'LIVE_CODEC_UNSUPPORTED noOpus L16, G722, PCMU, PCMA'],
  ['no fingerprint', WHIP.replace(/^a=fingerprint.*\r\n/gm, ''), 'sends', 'LIVE_OFFER_INVALID noFingerprint'],
  ['no identifier', WHIP.replace('a=mid:0', 'a=mid:'), 'sends', 'LIVE_OFFER_INVALID noMid'],
  ['no bundle', WHIP.replace(/^a=group:BUNDLE.*\r\n/m, ''), 'sends', 'LIVE_OFFER_INVALID noBundle'],
  ['two videos', `${WHIP}${sectionsOf(WHIP)[0]!.replace('a=mid:0', 'a=mid:2')}`, 'sends', 'LIVE_OFFER_INVALID twoVideos'],
  ['two audios', `${WHIP}${sectionsOf(WHIP)[1]!.replace('a=mid:1', 'a=mid:2')}`, 'sends', 'LIVE_OFFER_INVALID twoAudios'],
] as const)('%s is refused with the cause', (_name, sdp, direction, cause) => {
  expect(refusal(sdp, direction)).toBe(cause);
});
