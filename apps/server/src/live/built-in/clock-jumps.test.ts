import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Packager, createPackager } from '../media/packager.ts';
import { payloadsOf } from '../media/rtp-sender.ts';
import { MAX_SEGMENT_SECONDS, PART_SECONDS } from '../media/window.ts';
import { CARD, cardPictures, tonePackets } from '../testing/media-fixtures.ts';
import { createFlvIngest } from './flv-ingest.ts';
import { createIngest } from './ingest.ts';

// Publishers whose clocks wrap around, or jump in the middle of a show.

const PICTURES = cardPictures();
const SOUNDS = tonePackets();
const PICTURE_MS = 1000 / CARD.fps;
/** An Opus packet, and an AAC frame of 48,000 samples a second. */
const OPUS_MS = 20;
const AAC_MS = 1024 / 48;
/** Seconds before and after the jump. */
const HALF = 6;
/** Jumps happen right after a key frame, which there is one of each second: less than a second waits for the next one. */
const WAITS_SECONDS = 1;

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const newPackager = (): Packager => createPackager({ changed() {}, written() {}, needKeyFrame() {} });

/** Checks a timeline that goes on without a gap, and that no segment or part is longer than promised. @returns its discontinuities but the first */
const examine = (packager: Packager): number => {
  packager.end();
  const segments = packager.segments();
  const parts = segments.flatMap((segment) => segment.parts);
  for (const { duration } of segments) expect(duration).toBeLessThanOrEqual(MAX_SEGMENT_SECONDS + PART_SECONDS);
  for (const { duration } of parts) expect(duration).toBeLessThanOrEqual(PART_SECONDS + 0.001);
  for (const [index, part] of parts.entries()) {
    const before = parts[index - 1];
    if (before) expect(Math.abs(part.from - before.from - before.duration)).toBeLessThan(0.05);
  }
  const seconds = parts.reduce((sum, { duration }) => sum + duration, 0);
  expect(seconds).toBeGreaterThan(2 * HALF - WAITS_SECONDS - 0.2);
  expect(seconds).toBeLessThan(2 * HALF + 0.2);
  return segments.filter(({ discontinuity }) => discontinuity).length - 1;
};

/** Plays in real time, one millisecond after the other. */
const play = (soundMs: number, picture: (index: number, ms: number) => void, sound: (index: number, ms: number) => void): void => {
  let [pictures, sounds] = [0, 0];
  for (let ms = 0; ms < 2 * HALF * 1000; ms += 1) {
    if (ms >= pictures * PICTURE_MS) picture(pictures++, ms);
    if (ms >= sounds * soundMs) sound(sounds++, ms);
    vi.advanceTimersByTime(1);
  }
};

const JUMPS = [
  ['wraps around', 0, 2 ** 32 - HALF * 90_000, 0],
  ['jumps an hour forward', 3_600, 12_345, 1],
  ['jumps an hour back', -3_600, 400_000_000, 1],
  ['jumps ten seconds back', -10, 90_000_000, 1],
  ['jumps half the circle', 2 ** 31 / 90_000 - 1, 5, 1],
] as const;

describe('the clock of a WebRTC publisher', () => {
  test.each(JUMPS)('that %s costs at most the pictures up to the next key frame', (_name, jump, start, discontinuities) => {
    const packager = newPackager();
    packager.setAudio({ kind: 'opus', channels: 2 });
    const ingest = createIngest({
      packager,
      pushSound: packager.pushAudio,
      isRehearsal: () => false,
      isSoundOnly: () => false,
      needKeyFrame() {},
    });
    let sequence = 0;
    /** A track's timestamp: sound starts elsewhere, and jumps with the pictures. */
    const at = (clock: number, ms: number, from: number): number =>
      (Math.round(from + (ms * clock) / 1000 + (ms >= HALF * 1000 ? jump * clock : 0)) + 4 * 2 ** 32) % 2 ** 32;
    play(
      OPUS_MS,
      (index, ms) => {
        const payloads = payloadsOf(PICTURES[index % PICTURES.length]!.nals);
        for (const [order, payload] of payloads.entries()) {
          const marker = order === payloads.length - 1;
          const timestamp = at(90_000, ms, start);
          ingest.pushVideo(
            { payloadType: 96, marker, sequence: (sequence += 1) & 0xffff, timestamp, ssrc: 1, extensionAt: undefined, payload },
            false,
          );
        }
      },
      (index, ms) => {
        const payload = SOUNDS[index % SOUNDS.length]!;
        ingest.pushAudio({
          payloadType: 111,
          marker: false,
          sequence: index,
          timestamp: at(48_000, ms, 777),
          ssrc: 2,
          extensionAt: undefined,
          payload,
        });
      },
    );
    expect(examine(packager)).toBe(discontinuities);
  });
});

const nalOf = (type: number): Buffer => PICTURES[0]!.nals.find((nal) => (nal[0]! & 0x1f) === type)!;
const lengthOf = (nal: Buffer, bytes: 2 | 4): Buffer => {
  const length = Buffer.alloc(bytes);
  length.writeUIntBE(nal.length, 0, bytes);
  return length;
};
/** The decoder configuration of the test card, as encoders send it before the first picture. */
const configuration = (): Buffer => {
  const [sps, pps] = [nalOf(7), nalOf(8)];
  return Buffer.concat([
    Buffer.of(0x17, 0, 0, 0, 0, 1, sps[1]!, sps[2]!, sps[3]!, 0xff, 0xe1),
    lengthOf(sps, 2),
    sps,
    Buffer.of(1),
    lengthOf(pps, 2),
    pps,
  ]);
};

describe('the clock of an RTMP publisher', () => {
  test.each([
    ['wraps around', 0, 2 ** 32 - HALF * 1000, 0],
    ['wraps around at 31 bits, as OBS does', -(2 ** 31), 2 ** 31 - HALF * 1000, 0],
    ['jumps an hour forward', 3_600_000, 12_345, 1],
    ['jumps an hour back', -3_600_000, 40_000_000, 1],
    ['jumps half a second back', -500, 40_000_000, 1],
  ] as const)('that %s costs at most the pictures up to the next key frame', (_name, jumpMs, start, discontinuities) => {
    const packager = newPackager();
    const ingest = createFlvIngest({ packager, isRehearsal: () => false, picture() {}, sound() {} });
    const at = (ms: number): number => (Math.round(start + ms + (ms >= HALF * 1000 ? jumpMs : 0)) + 4 * 2 ** 32) % 2 ** 32;
    ingest.take({ kind: 'video', timestamp: at(0), payload: configuration() });
    ingest.take({ kind: 'audio', timestamp: at(0), payload: Buffer.from('af001190', 'hex') });
    play(
      AAC_MS,
      (index, ms) => {
        const { nals, isKey } = PICTURES[index % PICTURES.length]!;
        const units = nals.flatMap((nal) => [lengthOf(nal, 4), nal]);
        ingest.take({ kind: 'video', timestamp: at(ms), payload: Buffer.concat([Buffer.of(isKey ? 0x17 : 0x27, 1, 0, 0, 0), ...units]) });
      },
      (_index, ms) => ingest.take({ kind: 'audio', timestamp: at(ms), payload: Buffer.from('af0121200301', 'hex') }),
    );
    expect(examine(packager)).toBe(discontinuities);
  });
});
