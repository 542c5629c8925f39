/** A listed segment, complete or the one that grows. */
export interface ListedSegment {
  number: number;
  /** Undefined while it grows. */
  uri: string | undefined;
  duration: number | undefined;
  date: string;
  /** URI of its init segment, which applies until another is named. */
  init: string;
  /** Discontinuity sequence number. */
  discontinuity: number;
  parts: string[];
}

/** A playlist as a player understands it. */
export interface ReadPlaylist {
  /** The lines about the whole of it, but for the number of skipped segments. */
  about: string[];
  skipped: number;
  segments: ListedSegment[];
  /** The lines after the last segment. */
  end: string[];
}

const ABOUT = /^#(?:EXTM3U|EXT-X-(?:VERSION|TARGETDURATION|SERVER-CONTROL|PART-INF|MEDIA-SEQUENCE|DISCONTINUITY-SEQUENCE)\b)/;
const END = /^#EXT-X-(?:ENDLIST|PRELOAD-HINT)\b/;
const uriIn = (line: string): string => /URI="([^"]+)"/.exec(line)![1]!;
export const numberIn = (lines: readonly string[], tag: string): number =>
  Number(
    lines
      .find((line) => line.startsWith(`#EXT-X-${tag}`))!
      .split(/[:=]/)
      .at(-1),
  );

/**
 * Reads a playlist by the rules for players (draft-pantos-hls-rfc8216bis, sections 4.4 and 6.3.7).
 * @param known an earlier version: skipped segments are taken from it, without their parts
 * @throws Error when a skipped segment isn't known
 */
export const readPlaylist = (text: string, known?: ReadPlaylist): ReadPlaylist => {
  const lines = text.trimEnd().split('\n');
  const about = lines.filter((line) => ABOUT.test(line));
  const playlist: ReadPlaylist = { about, skipped: 0, segments: [], end: lines.filter((line) => END.test(line)) };
  let number = numberIn(about, 'MEDIA-SEQUENCE');
  let discontinuity = numberIn(about, 'DISCONTINUITY-SEQUENCE');
  let init = '';
  let segment: ListedSegment | undefined;
  const current = (): ListedSegment => {
    if (!segment) {
      segment = { number, uri: undefined, duration: undefined, date: '', init, discontinuity, parts: [] };
      playlist.segments.push(segment);
    }
    return segment;
  };
  for (const line of lines.filter((one) => !about.includes(one) && !playlist.end.includes(one))) {
    if (line.startsWith('#EXT-X-SKIP:')) {
      playlist.skipped = numberIn([line], 'SKIP');
      for (const end = number + playlist.skipped; number < end; number += 1) {
        const skipped = known?.segments.find((one) => one.number === number);
        if (skipped?.uri === undefined) throw new Error(`segment ${number} was skipped and is not known`);
        playlist.segments.push({ ...skipped, parts: [] });
        ({ init, discontinuity } = skipped);
      }
    } else if (line === '#EXT-X-DISCONTINUITY') {
      // The number of the playlist's first segment counts the discontinuities before its own.
      discontinuity += 1;
    } else if (line.startsWith('#EXT-X-MAP:')) init = uriIn(line);
    else if (line.startsWith('#EXT-X-PROGRAM-DATE-TIME:')) current().date = line;
    else if (line.startsWith('#EXT-X-PART:')) current().parts.push(uriIn(line));
    else if (line.startsWith('#EXTINF:')) current().duration = Number.parseFloat(line.slice('#EXTINF:'.length));
    else if (line.startsWith('#')) throw new Error(`unknown tag: ${line}`);
    else {
      current().uri = line;
      segment = undefined;
      number += 1;
    }
  }
  return playlist;
};
