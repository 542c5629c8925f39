import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withPublicAddress } from '../built-in/peers.ts';
import { offerOf } from './answer.ts';
import type { TakenSection } from './offer.ts';
import {
  type SessionDescription,
  isOfLibdatachannel,
  selectPayload,
  parseSdp,
  parseSdpFragment,
  withDtlsStartBy,
  withStartBitrate,
  withoutCandidates,
} from './sdp.ts';

const OFFER = [
  'v=0',
  'o=- 1 2 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=group:BUNDLE 0 1',
  'a=extmap-allow-mixed',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111 63',
  'c=IN IP4 0.0.0.0',
  'a=mid:0',
  'a=setup:actpass',
  'a=sendonly',
  'a=rtpmap:111 opus/48000/2',
  'a=rtpmap:63 red/48000/2',
  'm=video 9 UDP/TLS/RTP/SAVPF 96 97 103 104',
  'c=IN IP4 0.0.0.0',
  'a=candidate:1 1 udp 2113937151 6f2c.local 51000 typ host',
  'a=candidate:2 1 udp 2113937150 192.0.2.7 51001 typ host',
  'a=end-of-candidates',
  'a=mid:1',
  'a=setup:actpass',
  'a=sendrecv',
  'a=extmap:3 http://www.example.test/cc',
  'a=rtpmap:96 VP8/90000',
  'a=rtpmap:97 rtx/90000',
  'a=rtpmap:103 H264/90000',
  'a=fmtp:103 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=640c1f',
  'a=rtpmap:104 H264/90000',
  'a=rtcp-fb:104 nack pli',
  'a=rtcp-fb:104 transport-cc',
  'a=fmtp:104 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
  '',
].join('\r\n');

const takeOf = (description: SessionDescription, index: number): TakenSection => {
  const section = description.media[index]!;
  return { kind: 'video', section, payload: selectPayload(section)! };
};

describe('an offer', () => {
  const description = parseSdp(OFFER)!;

  test('is parsed, and its supported payload selected', () => {
    expect(description.media.map(({ kind, mid, direction }) => [kind, mid, direction])).toEqual([
      ['audio', '0', 'sendonly'],
      ['video', '1', 'sendrecv'],
    ]);
    expect(description.media.map((section) => selectPayload(section)?.type)).toEqual([111, 104]);
  });

  test('is stripped of unsupported features', () => {
    const stripped = offerOf(description, takeOf(description, 1));
    expect(stripped).toContain('m=video 9 UDP/TLS/RTP/SAVPF 104\r\n');
    expect(stripped).toContain('a=rtcp-fb:104 nack pli');
    expect(stripped).not.toMatch(/VP8|rtx|red|extmap|transport-cc|a=rtpmap:103/);
    expect(parseSdp(stripped)!.media).toHaveLength(1);
  });

  test('has sections offered within the bundle alone, and others that it rejects', () => {
    const bundleOnly = OFFER.replace('m=video 9', 'm=video 0').replace('a=mid:1', 'a=mid:1\r\na=bundle-only');
    const parsed = parseSdp(bundleOnly)!;
    expect(parsed.media.map(({ isOffered }) => isOffered)).toEqual([true, true]);
    const stripped = offerOf(parsed, takeOf(parsed, 1));
    expect(stripped).toContain('m=video 9 UDP/TLS/RTP/SAVPF 104\r\n');
    expect(stripped).not.toContain('bundle-only');
    const rejected = [OFFER.replace('m=video 9', 'm=video 0'), bundleOnly.replace('BUNDLE 0 1', 'BUNDLE 0')];
    for (const offer of rejected) expect(parseSdp(offer)!.media.map(({ isOffered }) => isOffered)).toEqual([true, false]);
  });

  test('is stripped of candidates, and its client becomes the active side', () => {
    expect(withoutCandidates(OFFER, 'all')).not.toMatch(/candidate/);
    const named = withoutCandidates(OFFER, 'named');
    expect(named).not.toContain('.local');
    expect(named).toContain('192.0.2.7');
    expect(withDtlsStartBy(OFFER, 'client').match(/a=setup:active/g)).toHaveLength(2);
    expect(withDtlsStartBy(OFFER, 'server').match(/a=setup:passive/g)).toHaveLength(2);
    expect(isOfLibdatachannel(OFFER)).toBe(false);
  });

  test('never throws, whatever its text', () => {
    const line = fc.oneof(fc.constantFrom(...OFFER.split('\r\n')), fc.string({ maxLength: 80 }));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
        const text = ['v=0', ...lines].join('\r\n');
        const read = parseSdp(text) ?? { session: [], media: [] };
        for (const section of read.media) {
          const payload = selectPayload(section);
          const own = payload ? offerOf(read, { kind: 'audio', section, payload }) : '\r\n';
          expect(own).toMatch(/\r\n$/);
        }
        expect(parseSdpFragment(text, 3)?.candidates.length ?? 0).toBeLessThanOrEqual(3);
        expect(withoutCandidates(text, 'all')).not.toMatch(/^a=candidate:/m);
      }),
      { numRuns: 500 },
    );
    expect(parseSdp('x'.repeat(70_000))).toBeUndefined();
    expect(parseSdp(`v=0\r\n${'m=video 9 X 1\r\n'.repeat(9)}`)).toBeUndefined();
  });
});

test('a trickle fragment contains candidates with numeric addresses, up to a limit', () => {
  const piece =
    'a=ice-ufrag:u\r\nm=audio 9 X 0\r\na=mid:0\r\na=candidate:1 1 udp 1 192.0.2.1 5 typ host\r\na=candidate:1 1 udp 1 x.local 5 typ host\r\n';
  expect(parseSdpFragment(piece, 8)).toEqual({
    ufrag: 'u',
    candidates: [{ mid: '0', candidate: 'a=candidate:1 1 udp 1 192.0.2.1 5 typ host' }],
  });
  expect(parseSdpFragment(piece, 0)).toBeUndefined();
});

describe('an answer', () => {
  test('has a start bitrate', () => {
    expect(withStartBitrate('a=fmtp:104 profile-level-id=42e01f\r\na=x\r\n', 104)).toBe(
      'a=fmtp:104 profile-level-id=42e01f;x-google-start-bitrate=1200;x-google-min-bitrate=600\r\na=x\r\n',
    );
  });

  test('contains the public address once for each port, and no local one', () => {
    const answer = [
      'a=candidate:1 1 UDP 2122317823 10.0.0.5 45000 typ host',
      'a=candidate:2 1 UDP 2122317567 172.17.0.1 45000 typ host',
      'a=candidate:3 1 UDP 2122187007 fd00::5 45000 typ host',
      'a=candidate:4 1 UDP 1686109439 198.51.100.2 45000 typ srflx raddr 0.0.0.0 rport 0',
      '',
    ].join('\r\n');
    expect(withPublicAddress(answer, '203.0.113.9').split('\r\n')).toEqual([
      'a=candidate:1 1 UDP 2122317823 203.0.113.9 45000 typ host',
      'a=candidate:4 1 UDP 1686109439 198.51.100.2 45000 typ srflx raddr 0.0.0.0 rport 0',
      '',
    ]);
    expect(withPublicAddress(answer, '2001:db8::9')).toContain('2001:db8::9 45000 typ host');
  });
});
