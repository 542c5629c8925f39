import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boxesOf, readFragmentRuns } from '../testing/boxes.ts';
import { type PackagerStage, WALL, createPackagerStage } from '../testing/packager-stage.ts';
import { shiftFragment } from './fmp4.ts';
import { type Part, firstNumberAt } from './kept-segments.ts';
import { playlistOf } from './playlist.ts';
import { KEPT_SECONDS, PART_SECONDS, SEGMENT_SECONDS } from './window.ts';

const partsOf = ({ packager }: PackagerStage): Part[] => packager.segments().flatMap(({ parts }) => parts);

describe('packaging', () => {
  test('keeps the limits of segments and parts for any picture rate and audio delay', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.012, max: 0.14, noNaN: true }), { minLength: 60, maxLength: 250 }),
        fc.integer({ min: 0, max: 600 }),
        fc.boolean(),
        fc.array(fc.integer({ min: 5, max: 240 }), { maxLength: 2 }),
        (gaps, soundDelayMs, hasSound, interruptions) => {
          const set = createPackagerStage({ soundDelayMs });
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

  test('cuts the first segment after two parts, so that players begin soon, and the others after two seconds', () => {
    const set = createPackagerStage();
    set.play(0, 8, 15, false);
    const [first, second, third] = set.packager.segments();
    expect(first!.duration).toBeCloseTo(2 * PART_SECONDS, 1);
    expect(second!.duration).toBeCloseTo(2, 1);
    expect(third!.duration).toBeCloseTo(2, 1);
  });

  test('lets parts wait for their audio, but not for ever', () => {
    const set = createPackagerStage({ soundDelayMs: 200 });
    set.packager.setAudio({ kind: 'opus', channels: 2 });
    set.play(0, 3);
    for (const { data, from, duration } of partsOf(set)) {
      const sound = readFragmentRuns(data).runs.find(({ trackId }) => trackId === 2)!;
      expect(sound.baseTime / 48_000).toBeLessThanOrEqual(from + 0.02);
      expect((sound.baseTime + sound.durations.reduce((sum, one) => sum + one, 0)) / 48_000).toBeGreaterThanOrEqual(from + duration - 1e-6);
    }
    const silent = createPackagerStage();
    silent.packager.setAudio({ kind: 'opus', channels: 2 });
    silent.play(0, 3, 15, false);
    // The first part waits 300 ms in vain, the rest are complete at once.
    expect(partsOf(silent).reduce((sum, { duration }) => sum + duration, 0)).toBeGreaterThan(2.5);
  });

  test('continues after a pause with a discontinuity, and a new format has a new init segment', () => {
    const set = createPackagerStage();
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
    const set = createPackagerStage();
    const before = set.packager.discontinuities();
    set.play(0, 90, 15, false);
    expect(set.packager.segments().length).toBeLessThanOrEqual(KEPT_SECONDS / SEGMENT_SECONDS + 2);
    expect(set.packager.discontinuities()).toBe(before + 1);
    expect(set.packager.segments()[0]!.number).toBeGreaterThan(firstNumberAt(WALL));
    expect(firstNumberAt(WALL + 90_000)).toBeGreaterThan(set.packager.nextNumber());
  });

  test.each([
    ['AAC of 48,000', 1024],
    ['AAC of 44,100', 1114.56],
    ['AAC of 22,050', 2229.12],
    ['Opus', 960],
  ])('cuts sound alone by time, each part a beginning: %s', (_codec, step) => {
    const { packager, written } = createPackagerStage();
    packager.setAudio({ kind: 'opus', channels: 2 });
    packager.setSoundOnly(true);
    for (let index = 0; index * step < 20 * 48_000; index += 1) packager.pushAudio(Buffer.of(index & 0xff), Math.round(index * step));
    packager.end();
    const segments = packager.segments();
    expect(segments.slice(1, -1).map(({ duration }) => Math.round(duration))).toEqual(segments.slice(1, -1).map(() => SEGMENT_SECONDS));
    const parts = segments.flatMap((segment) => segment.parts);
    expect(parts.every(({ independent }) => independent)).toBe(true);
    expect(Math.max(...parts.map(({ duration }) => duration))).toBeLessThanOrEqual(PART_SECONDS);
    // Only the last part of a segment may be shorter than 85 % of the target (section 4.4.4.9).
    const whole = segments.flatMap((segment) => segment.parts.slice(0, -1));
    expect(Math.min(...whole.map(({ duration }) => duration))).toBeGreaterThanOrEqual(0.85 * PART_SECONDS);
    const head = packager.init(segments[0]!.init)!;
    const moov = boxesOf(head).find(({ type }) => type === 'moov')!.content;
    expect(boxesOf(moov).filter(({ type }) => type === 'trak')).toHaveLength(1);
    // Each fragment begins where the one before it ended.
    let end: number | undefined;
    for (const { data } of written.filter(({ kind }) => kind === 'fragment')) {
      const { runs } = readFragmentRuns(data);
      expect(runs.map(({ trackId }) => trackId)).toEqual([2]);
      expect(runs[0]!.baseTime).toBe(end ?? 0);
      end = runs[0]!.baseTime + runs[0]!.durations.reduce((sum, one) => sum + one, 0);
    }
  });

  test('marks a pause of sound alone, and the pictures that join it, as discontinuities', () => {
    const set = createPackagerStage();
    const { packager } = set;
    packager.setAudio({ kind: 'opus', channels: 2 });
    packager.setSoundOnly(true);
    set.sound(4);
    for (let at = 5; at < 8; at += 0.02) packager.pushAudio(Buffer.of(1), Math.round(at * 48_000));
    expect(packager.video()).toBeUndefined();
    const before = packager.segments().length;
    set.play(8, 12);
    packager.end();
    const segments = packager.segments();
    expect(segments.filter(({ discontinuity }) => discontinuity)).toHaveLength(3);
    for (const { duration } of segments) expect(Math.round(duration)).toBeLessThanOrEqual(SEGMENT_SECONDS);
    expect(packager.isSoundOnly()).toBe(false);
    expect(segments[before]).toMatchObject({ discontinuity: true, init: segments[0]!.init + 1 });
    expect(packager.video()).toBeDefined();
  });

  test('shifts a fragment’s times to the beginning of a file', () => {
    const set = createPackagerStage();
    set.packager.setAudio({ kind: 'opus', channels: 2 });
    set.play(0, 4);
    const part = partsOf(set).at(-1)!;
    const moved = readFragmentRuns(Buffer.concat(shiftFragment(part.data, part.from))).runs;
    expect(moved[0]!.baseTime).toBe(0);
    expect(moved[1]!.baseTime).toBeLessThan(0.03 * 48_000);
    expect(readFragmentRuns(part.data).runs[0]!.baseTime).toBe(Math.round(part.from * 90_000));
  });
});
