import { expect, test } from 'vitest';
import { splitCandidates, withRefusedSections } from './frames.ts';
import { playlistFor } from './media-paths.ts';

const lines = (...all: string[]): string => all.map((line) => `${line}\r\n`).join('');

test('candidates leave a description for messages of their own, with their sections', () => {
  const sdp = lines(
    'v=0',
    'm=video 9 UDP/TLS/RTP/SAVPF 102',
    'a=mid:0',
    'a=candidate:1 1 UDP 1 10.0.0.1 4000 typ host',
    'a=end-of-candidates',
    'm=audio 9 UDP/TLS/RTP/SAVPF 111',
    'a=mid:sound',
    'a=candidate:2 1 UDP 1 10.0.0.1 4001 typ host',
  );
  expect(splitCandidates(sdp)).toEqual({
    sdp: lines('v=0', 'm=video 9 UDP/TLS/RTP/SAVPF 102', 'a=mid:0', 'm=audio 9 UDP/TLS/RTP/SAVPF 111', 'a=mid:sound'),
    candidates: [
      { candidate: 'candidate:1 1 UDP 1 10.0.0.1 4000 typ host', mid: '0', label: 0 },
      { candidate: 'candidate:2 1 UDP 1 10.0.0.1 4001 typ host', mid: 'sound', label: 1 },
    ],
  });
});

test('an answer has every section of its offer, in its order; one that was left out is refused', () => {
  const offer = lines(
    'v=0',
    'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
    'a=mid:2',
    'm=video 9 UDP/TLS/RTP/SAVPF 102 103',
    'a=mid:1',
  );
  const answer = lines('v=0', 'm=video 9 UDP/TLS/RTP/SAVPF 102', 'a=mid:1');
  expect(withRefusedSections(offer, answer)).toBe(
    lines(
      'v=0',
      'm=application 0 UDP/DTLS/SCTP webrtc-datachannel',
      'c=IN IP4 0.0.0.0',
      'a=inactive',
      'a=mid:2',
      'm=video 9 UDP/TLS/RTP/SAVPF 102',
      'a=mid:1',
    ),
  );
});

test('a playlist names whole segments after the stream', () => {
  const text = [
    '#EXTM3U',
    '#EXT-X-VERSION:9',
    '#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES',
    '#EXT-X-MAP:URI="show/init-0.mp4"',
    '#EXT-X-PART:DURATION=0.3,URI="show/7.0.m4s"',
    '#EXTINF:2.0,',
    'show/7.m4s',
    '#EXT-X-PRELOAD-HINT:TYPE=PART,URI="show/8.0.m4s"',
    '',
  ].join('\n');
  expect(playlistFor('stage-1', text, '?token=t').split('\n')).toEqual([
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-MAP:URI="stage-1_init0.mp4?token=t"',
    '#EXTINF:2.0,',
    'stage-1000000007.m4s?token=t',
    '',
  ]);
});
