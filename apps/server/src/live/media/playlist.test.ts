import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PackagerStage, WALL, createPackagerStage } from '../testing/packager-stage.ts';
import { type ReadPlaylist, numberIn, readPlaylist } from '../testing/playlist-client.ts';
import { firstNumberAt } from './kept-segments.ts';
import { createPlaylists, isAvailable, playlistOf } from './playlist.ts';
import {
  KEPT_SECONDS,
  LISTED_SECONDS,
  MAX_KEPT_BYTES,
  MAX_SEGMENT_SECONDS,
  MIN_KEPT_SECONDS,
  PART_SECONDS,
  SEGMENT_SECONDS,
  secondsAfter,
} from './window.ts';

const FOLDER = 'show';
const textOf = ({ packager }: PackagerStage, isDelta = false): string => playlistOf(packager, { query: '', folder: FOLDER, isDelta })!;
const read = (set: PackagerStage): ReadPlaylist => readPlaylist(textOf(set));
/** End of the newest part, in seconds. */
const edgeOf = ({ packager }: PackagerStage): number => {
  const { from, duration } = packager.segments().at(-1)!.parts.at(-1)!;
  return from + duration;
};

describe('the playlist', () => {
  test('exists from the first complete segment on, and hints at the next part', () => {
    const set = createPackagerStage();
    const text = () => playlistOf(set.packager, { query: '?token=t', folder: 'show' });
    set.play(0, 0.5, 15, false);
    expect(text()).toBeUndefined();
    set.play(0.56, 2, 15, false);
    const lines = text()!.split('\n');
    const first = firstNumberAt(WALL);
    expect(lines).toContain(`#EXT-X-MEDIA-SEQUENCE:${first}`);
    expect(lines).toContain(`show/${first}.m4s?token=t`);
    expect(lines).toContain(`#EXT-X-MAP:URI="show/init-${first}.mp4?token=t"`);
    const open = set.packager.segments().at(-1)!;
    expect(lines.at(-2)).toBe(`#EXT-X-PRELOAD-HINT:TYPE=PART,URI="show/${open.number}.${open.parts.length}.m4s?token=t"`);
  });

  test('has a requested part once it exists, and reports one too far ahead as unreachable', () => {
    const set = createPackagerStage();
    const first = firstNumberAt(WALL);
    expect(isAvailable(set.packager, first, 0)).toBe(false);
    expect(isAvailable(set.packager, first + 3, undefined)).toBe('unreachable');
    set.play(0, 1.3, 15, false);
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

// Publishers whose key frames come as asked for, or more often.
describe.each([undefined, 1.1, 1.7])('with key frames each %s s', (keySeconds) => {
  /** Plays at 15 pictures a second, and looks at each version of the playlist. */
  const playWatched = (seconds: number, look: (set: PackagerStage, playlist: ReadPlaylist) => void): void => {
    const set = createPackagerStage();
    let version = -1;
    let nextKey = 0;
    for (let index = 0; index < seconds * 15; index += 1) {
      const time = index / 15;
      const isOwnKey = keySeconds !== undefined && time >= nextKey;
      if (isOwnKey) nextKey += keySeconds;
      set.picture(time, isOwnKey || undefined);
      if (set.packager.version() === version) continue;
      version = set.packager.version();
      if (playlistOf(set.packager, { query: '', folder: FOLDER }) !== undefined) look(set, read(set));
    }
    expect(version).toBeGreaterThan(seconds / PART_SECONDS / 2);
  };

  test('parts are listed for three target durations, all of a segment or none', () => {
    let least = Infinity;
    let most = 0;
    playWatched(40, (set, { segments }) => {
      const edge = edgeOf(set);
      for (const [index, { number, parts }] of segments.entries()) {
        const own = set.packager.segments().find((segment) => segment.number === number)!.parts;
        expect(parts).toEqual(parts.length === 0 ? [] : own.map((_, part) => `${FOLDER}/${number}.${part}.m4s`));
        if (parts.length > 0 || index === segments.length - 1) continue;
        // The first segment with parts begins where the last without ends.
        const { from, duration } = own.at(-1)!;
        if (segments[index + 1]!.parts.length > 0) {
          least = Math.min(least, edge - (from + duration));
          most = Math.max(most, edge - (from + duration));
        }
      }
    });
    expect(least).toBeGreaterThanOrEqual(3 * SEGMENT_SECONDS);
    expect(most).toBeLessThan(3 * SEGMENT_SECONDS + MAX_SEGMENT_SECONDS);
  });

  test('segments with their parts stay available for the playlist’s duration after they left it, but not for ever', () => {
    const durations = new Map<number, number>();
    const longest = new Map<number, number>();
    const left = new Map<number, number>();
    /** How long after the time they are due. */
    const gone = new Map<number, number>();
    playWatched(120, (set, { segments }) => {
      const edge = edgeOf(set);
      const kept = set.packager.segments();
      const playing = kept.filter(({ number }) => number >= segments[0]!.number).reduce((sum, { duration }) => sum + duration, 0);
      for (const { number, duration } of kept) {
        if (number < segments[0]!.number) continue;
        longest.set(number, Math.max(longest.get(number) ?? 0, playing));
        durations.set(number, duration);
      }
      for (const number of longest.keys()) if (number < segments[0]!.number && !left.has(number)) left.set(number, edge);
      for (const [number, at] of left) {
        if (kept.some((one) => one.number === number)) continue;
        gone.set(number, Math.min(gone.get(number) ?? Infinity, edge - (at + durations.get(number)! + longest.get(number)!)));
      }
      expect(playing).toBeLessThan(LISTED_SECONDS + MAX_SEGMENT_SECONDS);
      expect(kept.reduce((sum, { duration }) => sum + duration, 0)).toBeLessThan(KEPT_SECONDS + 2 * MAX_SEGMENT_SECONDS);
    });
    expect(gone.size).toBeGreaterThan(10);
    expect(Math.min(...gone.values())).toBeGreaterThanOrEqual(0);
  });
});

test('a show of many bytes keeps fewer segments, and three target durations in any case', () => {
  const set = createPackagerStage({ fillerBytes: 300_000 });
  set.play(0, 30, 15, false);
  const segments = set.packager.segments();
  const bytes = segments.flatMap(({ parts }) => parts).reduce((sum, { data }) => sum + data.length, 0);
  // The one that grows isn't counted.
  expect(bytes).toBeLessThan(MAX_KEPT_BYTES + MAX_SEGMENT_SECONDS * 15 * 301_000);
  expect(segments.length).toBeGreaterThan(3);
  expect(read(set).segments.map(({ number }) => number)).toEqual(segments.map(({ number }) => number));

  const huge = createPackagerStage({ fillerBytes: 1_500_000 });
  huge.play(0, 12, 15, false);
  expect(huge.packager.segments()[0]!.number).toBeGreaterThan(firstNumberAt(WALL));
  expect(secondsAfter(huge.packager.segments())[0]).toBeGreaterThan(MIN_KEPT_SECONDS - MAX_SEGMENT_SECONDS);
  expect(huge.packager.segments().reduce((sum, { duration }) => sum + duration, 0)).toBeGreaterThanOrEqual(MIN_KEPT_SECONDS);
});

describe('a delta update', () => {
  test('leaves out what is further from the end than six target durations', () => {
    const set = createPackagerStage();
    set.play(0, 40, 15, false);
    const text = textOf(set, true);
    const lines = text.split('\n');
    const whole = read(set);
    const boundary = Number(/CAN-SKIP-UNTIL=([\d.]+)/.exec(textOf(set))![1]);
    expect(boundary).toBeGreaterThanOrEqual(6 * numberIn(lines, 'TARGETDURATION'));
    expect(numberIn(lines, 'VERSION')).toBeGreaterThanOrEqual(9);
    const skipped = numberIn(lines, 'SKIP:SKIPPED-SEGMENTS');
    expect(skipped).toBeGreaterThanOrEqual(5);
    const edge = edgeOf(set);
    for (const [index, { number, uri }] of whole.segments.entries()) {
      const { from, duration } = set.packager
        .segments()
        .find((one) => one.number === number)!
        .parts.at(-1)!;
      expect(edge - (from + duration) > boundary).toBe(index < skipped);
      expect(lines.includes(uri ?? whole.end[0]!)).toBe(index >= skipped);
    }
    expect(text.length).toBeLessThan(textOf(set).length);
    // The tags of the segments left out are left out, too.
    expect(text).not.toContain('#EXT-X-MAP');
    expect(() => readPlaylist(text)).toThrow('is not known');
  });

  test('equals the whole playlist while there is nothing to leave out, and when the show has ended', () => {
    const set = createPackagerStage();
    set.play(0, 12, 15, false);
    expect(textOf(set, true)).toBe(textOf(set));
    set.play(12, 40, 15, false);
    expect(textOf(set, true)).not.toBe(textOf(set));
    set.packager.end();
    expect(textOf(set, true)).toBe(textOf(set));
    expect(textOf(set)).toContain('#EXT-X-ENDLIST');
  });

  test('makes the whole playlist out of one that is at most half the boundary old', () => {
    let merged = 0;
    fc.assert(
      fc.property(
        fc.array(fc.record({ play: fc.double({ min: 5, max: 12, noNaN: true }), returns: fc.boolean(), resized: fc.boolean() }), {
          minLength: 4,
          maxLength: 7,
        }),
        fc.double({ min: 0.4, max: 6, noNaN: true }),
        (acts, age) => {
          const set = createPackagerStage();
          const { packager } = set;
          let time = 0;
          let hasAudio = false;
          let version = -1;
          const versions: { edge: number; playlist: ReadPlaylist }[] = [];
          for (const { play, returns, resized } of acts) {
            for (const end = time + play; time < end; time += 1 / 15) {
              set.picture(time);
              if (packager.segments().length < 2 || packager.version() === version) continue;
              version = packager.version();
              const whole = read(set);
              const edge = edgeOf(set);
              versions.push({ edge, playlist: whole });
              const known = versions.findLast((one) => one.edge <= edge - age) ?? versions[0]!;
              const delta = readPlaylist(textOf(set, true), known.playlist);
              const withoutOldParts = whole.segments.map((one, index) => (index < delta.skipped ? { ...one, parts: [] } : one));
              expect({ ...delta, skipped: 0 }).toEqual({ ...whole, segments: withoutOldParts });
              if (delta.skipped > 0 && known.edge < edge) merged += 1;
            }
            if (!returns) continue;
            time = set.interrupt();
            // Another codec is another init segment.
            if (resized) {
              hasAudio = !hasAudio;
              packager.setAudio(hasAudio ? { kind: 'opus', channels: 2 } : undefined);
            }
          }
        },
      ),
      { numRuns: 12 },
    );
    expect(merged).toBeGreaterThan(100);
  });
});

describe('kept playlists', () => {
  const stageWithPlaylists = () => {
    const set = createPackagerStage();
    return { set, playlists: createPlaylists(set.packager, FOLDER) };
  };

  test('are made and compressed once for each version', () => {
    const { set, playlists } = stageWithPlaylists();
    expect(playlists(false)).toBeUndefined();
    set.play(0, 30, 15, false);
    const contents: (Buffer | string)[] = [];
    for (const isDelta of [false, true]) {
      const plain = playlists(isDelta)!.body('', false);
      expect(plain).toEqual({ content: Buffer.from(textOf(set, isDelta)), isGzip: false });
      const packed = playlists(isDelta)!.body('', true);
      expect(packed.isGzip).toBe(true);
      expect(gunzipSync(packed.content).toString()).toBe(textOf(set, isDelta));
      expect(packed.content.length).toBeLessThan(plain.content.length / 2);
      expect(playlists(isDelta)!.body('', true).content).toBe(packed.content);
      expect(playlists(isDelta)!.body('', false).content).toBe(plain.content);
      contents.push(packed.content);
    }
    set.play(30.1, 31, 15, false);
    for (const [index, isDelta] of [false, true].entries()) {
      const { content } = playlists(isDelta)!.body('', true);
      expect(content).not.toBe(contents[index]);
      expect(gunzipSync(content).toString()).toBe(textOf(set, isDelta));
    }
    set.packager.end();
    expect(gunzipSync(playlists(true)!.body('', true).content).toString()).toContain('#EXT-X-ENDLIST');
  });

  test('have each viewer’s token in every address, uncompressed', () => {
    const { set, playlists } = stageWithPlaylists();
    set.play(0, 30, 15, false);
    for (const [query, isDelta] of [
      ['?token=one', false],
      ['?token=%241%00', true],
    ] as const) {
      const expected = playlistOf(set.packager, { query, folder: FOLDER, isDelta });
      expect(playlists(isDelta)!.body(query, true)).toEqual({ content: expected, isGzip: false });
    }
  });

  test('are compressed only where that saves a packet', () => {
    const { set, playlists } = stageWithPlaylists();
    set.play(0, 1.3, 15, false);
    const { content, isGzip } = playlists(false)!.body('', true);
    expect(content.length).toBeLessThan(1000);
    expect([isGzip, content.toString()]).toEqual([false, textOf(set)]);
  });
});
