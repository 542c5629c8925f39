import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boxesOf, readFragmentRuns } from '../testing/boxes.ts';
import { cardPictures } from '../testing/media-fixtures.ts';
import { shiftFragment } from './fmp4.ts';
import type { AccessUnit } from './h264.ts';
import { PART_SECONDS, type Part, SEGMENT_SECONDS, type WrittenPiece, createPackager, firstNumberAt } from './packager.ts';
import { isAvailable, playlistOf } from './playlist.ts';

const WALL = Date.UTC(2026, 5, 1);
const [KEY, NON_KEY] = [cardPictures()[0]!, cardPictures()[1]!];
const unitOf = (isKey: boolean): AccessUnit => {
  const { nals } = isKey ? KEY : NON_KEY;
  const find = (type: number): Buffer | undefined => nals.find((nal) => (nal[0]! & 0x1f) === type);
  return { nals: [...nals], timestamp: 0, isKey, sps: find(7), pps: find(8) };
};

/** A packager whose publisher answers each key frame request with the next picture. */
const stage = (soundDelayMs = 0) => {
  const written: WrittenPiece[] = [];
  let now = 0;
  let wantsKey = true;
  const packager = createPackager(
    { changed() {}, written: (piece) => written.push(piece), needKeyFrame: () => (wantsKey = true) },
    { wall: () => WALL + now, monotonic: () => now },
  );
  let soundAt = 0;
  return {
    packager,
    written,
    /** The publisher leaves and returns. @returns where the timeline continues */
    interrupt(): number {
      packager.interrupt();
      wantsKey = true;
      soundAt = packager.position() / 90_000;
      return soundAt;
    },
    picture(seconds: number): void {
      now = Math.max(now, seconds * 1000);
      const isKey = wantsKey;
      wantsKey = false;
      packager.pushVideo(unitOf(isKey), Math.round(seconds * 90_000));
    },
    /** All audio up to a time, less the encoder's delay. */
    sound(seconds: number): void {
      for (; soundAt <= seconds - soundDelayMs / 1000; soundAt += 0.02)
        packager.pushAudio(Buffer.of(1, 2, 3), Math.round(soundAt * 48_000));
    },
    play(from: number, to: number, fps = 15, hasSound = true): void {
      for (let index = 0; from + index / fps <= to; index += 1) {
        this.picture(from + index / fps);
        if (hasSound) this.sound(from + index / fps);
      }
    },
  };
};
const partsOf = ({ packager }: ReturnType<typeof stage>): Part[] => packager.segments().flatMap(({ parts }) => parts);

describe('packaging', () => {
  test('keeps the limits of segments and parts for any picture rate and audio delay', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.012, max: 0.14, noNaN: true }), { minLength: 60, maxLength: 250 }),
        fc.integer({ min: 0, max: 600 }),
        fc.boolean(),
        fc.array(fc.integer({ min: 5, max: 240 }), { maxLength: 2 }),
        (gaps, soundDelayMs, hasSound, interruptions) => {
          const set = stage(soundDelayMs);
          const { packager, written } = set;
          if (hasSound) packager.setAudio({ kind: 'opus', channels: 2 });
          let time = 0;
          for (const [index, gap] of gaps.entries()) {
            if (interruptions.includes(index)) time = set.interrupt();
            set.picture(time);
            if (hasSound) set.sound(time);
            time += gap;
          }
          packager.end();
          const segments = packager.segments();
          expect(segments.length).toBeGreaterThan(0);
          for (const [index, segment] of segments.entries()) {
            expect(segment.number).toBe(segments[0]!.number + index);
            expect(segment.complete).toBe(true);
            expect(segment.parts[0]!.independent).toBe(true);
            expect(Math.round(segment.duration)).toBeLessThanOrEqual(SEGMENT_SECONDS);
            for (const part of segment.parts) expect(part.duration).toBeLessThanOrEqual(PART_SECONDS + 1e-9);
          }
          // Each track's times increase without overlap, and the data has the stated size.
          const ends = new Map<number, number>();
          for (const { data } of written.filter(({ kind }) => kind === 'fragment')) {
            const { runs, dataBytes } = readFragmentRuns(data);
            expect(runs.flatMap(({ sizes }) => sizes).reduce((sum, size) => sum + size, 0)).toBe(dataBytes);
            for (const { trackId, baseTime, durations } of runs) {
              expect(baseTime).toBeGreaterThanOrEqual(ends.get(trackId) ?? 0);
              expect(Math.min(...durations)).toBeGreaterThan(0);
              ends.set(trackId, baseTime + durations.reduce((sum, duration) => sum + duration, 0));
            }
          }
          expect(playlistOf(packager, { query: '', folder: 'x' })).toMatch(/#EXT-X-ENDLIST\n$/);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('cuts the first segment after one second, the others after two', () => {
    const set = stage();
    set.play(0, 8, 15, false);
    const [first, second, third] = set.packager.segments();
    expect(first!.duration).toBeCloseTo(1, 1);
    expect(second!.duration).toBeCloseTo(2, 1);
    expect(third!.duration).toBeCloseTo(2, 1);
  });

  test('lets parts wait for their audio, but not for ever', () => {
    const set = stage(200);
    set.packager.setAudio({ kind: 'opus', channels: 2 });
    set.play(0, 3);
    for (const { data, from, duration } of partsOf(set)) {
      const sound = readFragmentRuns(data).runs.find(({ trackId }) => trackId === 2)!;
      expect(sound.baseTime / 48_000).toBeLessThanOrEqual(from + 0.02);
      expect((sound.baseTime + sound.durations.reduce((sum, one) => sum + one, 0)) / 48_000).toBeGreaterThanOrEqual(from + duration - 1e-6);
    }
    const silent = stage();
    silent.packager.setAudio({ kind: 'opus', channels: 2 });
    silent.play(0, 3, 15, false);
    // The first part waits 300 ms in vain, the rest are complete at once.
    expect(partsOf(silent).reduce((sum, { duration }) => sum + duration, 0)).toBeGreaterThan(2.5);
  });

  test('continues after a pause with a discontinuity, and a new format has a new init segment', () => {
    const set = stage();
    set.play(0, 3, 15, false);
    const at = set.interrupt();
    expect(at).toBeCloseTo(3, 0);
    set.packager.setAudio({ kind: 'opus', channels: 2 });
    set.play(at, at + 3);
    const last = set.packager.segments().at(-1)!;
    expect(set.written.filter(({ kind }) => kind === 'init')).toHaveLength(2);
    expect(set.packager.segments().filter(({ discontinuity }) => discontinuity)).toHaveLength(2);
    expect(boxesOf(set.packager.init(last.init)!).map(({ type }) => type)).toEqual(['ftyp', 'moov']);
  });

  test('removes old segments, and counts their discontinuities', () => {
    const set = stage();
    const before = set.packager.discontinuities();
    set.play(0, 60, 15, false);
    expect(set.packager.segments().length).toBeLessThanOrEqual(13);
    expect(set.packager.discontinuities()).toBe(before + 1);
    expect(set.packager.segments()[0]!.number).toBeGreaterThan(firstNumberAt(WALL));
    expect(firstNumberAt(WALL + 60_000)).toBeGreaterThan(set.packager.nextNumber());
  });

  test('shifts a fragment’s times to the beginning of a file', () => {
    const set = stage();
    set.packager.setAudio({ kind: 'opus', channels: 2 });
    set.play(0, 4);
    const part = partsOf(set).at(-1)!;
    const moved = readFragmentRuns(Buffer.concat(shiftFragment(part.data, part.from))).runs;
    expect(moved[0]!.baseTime).toBe(0);
    expect(moved[1]!.baseTime).toBeLessThan(0.03 * 48_000);
    expect(readFragmentRuns(part.data).runs[0]!.baseTime).toBe(Math.round(part.from * 90_000));
  });
});

describe('the playlist', () => {
  test('exists from the first complete segment on, and hints at the next part', () => {
    const set = stage();
    const text = () => playlistOf(set.packager, { query: '?token=t', folder: 'show' });
    set.play(0, 0.9, 15, false);
    expect(text()).toBeUndefined();
    set.play(0.96, 2, 15, false);
    const lines = text()!.split('\n');
    const first = firstNumberAt(WALL);
    expect(lines).toContain(`#EXT-X-MEDIA-SEQUENCE:${first}`);
    expect(lines).toContain(`show/${first}.m4s?token=t`);
    expect(lines).toContain(`#EXT-X-MAP:URI="show/init-${first}.mp4?token=t"`);
    const open = set.packager.segments().at(-1)!;
    expect(lines.at(-2)).toBe(`#EXT-X-PRELOAD-HINT:TYPE=PART,URI="show/${open.number}.${open.parts.length}.m4s?token=t"`);
  });

  test('has a requested part once it exists, and reports one too far ahead as unreachable', () => {
    const set = stage();
    const first = firstNumberAt(WALL);
    expect(isAvailable(set.packager, first, 0)).toBe(false);
    expect(isAvailable(set.packager, first + 3, undefined)).toBe('unreachable');
    set.play(0, 1.7, 15, false);
    expect(isAvailable(set.packager, first, undefined)).toBe(true);
    expect(isAvailable(set.packager, first + 1, 0)).toBe(true);
    expect(isAvailable(set.packager, first + 1, 3)).toBe(false);
    expect(isAvailable(set.packager, first + 1, 40)).toBe('unreachable');
    expect(isAvailable(set.packager, first + 1, undefined)).toBe(false);
    expect(isAvailable(set.packager, first + 4, undefined)).toBe('unreachable');
    set.packager.end();
    expect(isAvailable(set.packager, first + 4, undefined)).toBe(true);
  });
});
