import { gzipSync } from 'node:zlib';
import type { Segment } from './kept-segments.ts';
import type { Packager } from './packager.ts';
import { LISTED_SECONDS, PARTS_LISTED_SECONDS, PART_SECONDS, SEGMENT_SECONDS, SKIP_BOUNDARY_SECONDS, secondsAfter } from './window.ts';

/** A smaller body fits into one packet with its headers: compressing it saves nothing. */
const MIN_GZIP_BYTES = 1000;
/** Stands for the query of each URI while a playlist is kept: a character that no playlist has. */
const QUERY = '\0';

const SERVER_CONTROL = [
  'CAN-BLOCK-RELOAD=YES',
  `CAN-SKIP-UNTIL=${SKIP_BOUNDARY_SECONDS.toFixed(1)}`,
  `PART-HOLD-BACK=${(PART_SECONDS * 3).toFixed(1)}`,
  `HOLD-BACK=${SEGMENT_SECONDS * 3}`,
].join(',');

/** The listed segments: the fewest newest ones that last long enough. */
const listedOf = (packager: Packager): { segments: readonly Segment[]; after: readonly number[] } => {
  const all = packager.segments();
  const after = secondsAfter(all);
  const first = Math.max(
    0,
    after.findLastIndex((seconds, index) => seconds + all[index]!.duration >= LISTED_SECONDS),
  );
  return { segments: all.slice(first), after: after.slice(first) };
};

export interface PlaylistOptions {
  /** Appended to each URI: `?token=…`, or nothing. */
  query: string;
  /** The folder of parts and segments, relative to the playlist. */
  folder: string;
  /** Leaves out older segments, for a player that has an earlier version (draft-pantos-hls-rfc8216bis, section 6.2.5.1). */
  isDelta?: boolean;
}

/** The media playlist (draft-pantos-hls-rfc8216bis), or undefined while there is no complete segment. */
export const playlistOf = (packager: Packager, { query, folder, isDelta = false }: PlaylistOptions): string | undefined => {
  const all = packager.segments();
  if (!all.some(({ complete }) => complete)) return undefined;
  const { segments, after } = listedOf(packager);
  // The whole playlist once the show has ended (section 6.2.5.1).
  const skipped = isDelta && !packager.isEnded() ? after.filter((seconds) => seconds > SKIP_BOUNDARY_SECONDS).length : 0;
  const earlierDiscontinuities = all.slice(0, all.length - segments.length).filter(({ discontinuity }) => discontinuity).length;
  const uriOf = (name: string): string => `${folder}/${name}${query}`;
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:9',
    `#EXT-X-TARGETDURATION:${SEGMENT_SECONDS}`,
    `#EXT-X-SERVER-CONTROL:${SERVER_CONTROL}`,
    `#EXT-X-PART-INF:PART-TARGET=${PART_SECONDS}`,
    `#EXT-X-MEDIA-SEQUENCE:${segments[0]!.number}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${packager.discontinuities() + earlierDiscontinuities}`,
  ];
  if (skipped > 0) lines.push(`#EXT-X-SKIP:SKIPPED-SEGMENTS=${skipped}`);
  // The player has the init segment of those left out.
  let init = skipped > 0 ? segments[skipped - 1]!.init : -1;
  for (const [index, segment] of segments.entries()) {
    if (index < skipped) continue;
    if (segment.discontinuity) lines.push('#EXT-X-DISCONTINUITY');
    if (segment.init !== init) {
      init = segment.init;
      lines.push(`#EXT-X-MAP:URI="${uriOf(`init-${init}.mp4`)}"`);
    }
    lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(segment.startedAt).toISOString()}`);
    if (after[index]! <= PARTS_LISTED_SECONDS) {
      for (const [part, { duration, independent }] of segment.parts.entries()) {
        const uri = uriOf(`${segment.number}.${part}.m4s`);
        lines.push(`#EXT-X-PART:DURATION=${duration.toFixed(5)},URI="${uri}"${independent ? ',INDEPENDENT=YES' : ''}`);
      }
    }
    if (segment.complete) lines.push(`#EXTINF:${segment.duration.toFixed(5)},`, uriOf(`${segment.number}.m4s`));
  }
  if (packager.isEnded()) lines.push('#EXT-X-ENDLIST');
  else {
    const last = segments.at(-1)!;
    const [number, part] = last.complete ? [last.number + 1, 0] : [last.number, last.parts.length];
    lines.push(`#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${uriOf(`${number}.${part}.m4s`)}"`);
  }
  return `${lines.join('\n')}\n`;
};

/** A playlist as it is sent. */
export interface PlaylistBody {
  content: Buffer | string;
  isGzip: boolean;
}

/** One version of a playlist, for all viewers. */
export interface KeptPlaylist {
  /** Compressed once for all viewers, and so never with a query, which each viewer has another of. */
  body(query: string, acceptsGzip: boolean): PlaylistBody;
}

const keepPlaylist = (template: string): KeptPlaylist => {
  const pieces = template.split(QUERY);
  const plain = Buffer.from(pieces.join(''));
  let gzip: Buffer | undefined;
  return {
    body(query, acceptsGzip) {
      if (query !== '') return { content: pieces.join(query), isGzip: false };
      if (!acceptsGzip || plain.length < MIN_GZIP_BYTES) return { content: plain, isGzip: false };
      gzip ??= gzipSync(plain);
      return { content: gzip, isGzip: true };
    },
  };
};

/** The playlists of a show, whole and as delta updates: each made once for each version of its segments, when it is asked for. */
export const createPlaylists = (packager: Packager, folder: string) => {
  let version: number | undefined;
  let kept = new Map<boolean, KeptPlaylist | undefined>();
  /** @returns undefined while there is no complete segment */
  return (isDelta: boolean): KeptPlaylist | undefined => {
    if (version !== packager.version()) {
      version = packager.version();
      kept = new Map();
    }
    if (!kept.has(isDelta)) {
      const template = playlistOf(packager, { query: QUERY, folder, isDelta });
      kept.set(isDelta, template === undefined ? undefined : keepPlaylist(template));
    }
    return kept.get(isDelta);
  };
};

/** How many parts ahead a blocking reload may ask for (draft-pantos-hls-rfc8216bis, section 6.2.5.2). */
const MAX_PARTS_AHEAD = Math.ceil(3 / PART_SECONDS);

/** Whether the part of a blocking reload exists; `unreachable` when it is too far ahead. */
export const isAvailable = (packager: Packager, number: number, part: number | undefined): boolean | 'unreachable' => {
  if (packager.isEnded()) return true;
  const last = packager.segments().at(-1);
  if (!last) return number > packager.nextNumber() + 2 ? 'unreachable' : false;
  if (number > last.number + 2) return 'unreachable';
  if (number < last.number) return true;
  if (number > last.number) return (part ?? 0) > MAX_PARTS_AHEAD ? 'unreachable' : false;
  // A part after the segment's last is the first of the next segment.
  if (last.complete) return part === undefined || part < last.parts.length;
  if (part !== undefined && part >= last.parts.length + MAX_PARTS_AHEAD) return 'unreachable';
  return part !== undefined && part < last.parts.length;
};
