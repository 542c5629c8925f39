import { PART_SECONDS, type Packager, SEGMENT_SECONDS } from './packager.ts';

/** Segments that a playlist names. */
const LISTED = 6;
/** Parts are named only for the newest segments: three target durations from the end. */
const WITH_PARTS = 3;

export interface PlaylistOptions {
  /** Put after each address: `?token=…`, or nothing. */
  query: string;
  /** The folder of parts and segments, relative to the playlist. */
  folder: string;
}

/** The playlist that a player gets (draft-pantos-hls-rfc8216bis), or undefined while there is no whole segment to begin with. */
export const playlistOf = (packager: Packager, { query, folder }: PlaylistOptions): string | undefined => {
  const all = packager.segments();
  if (!all.some(({ complete }) => complete)) return undefined;
  const listed = all.slice(-LISTED - 1);
  const skippedDiscontinuities = all.slice(0, all.length - listed.length).filter(({ discontinuity }) => discontinuity).length;
  const address = (name: string): string => `${folder}/${name}${query}`;
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:9',
    `#EXT-X-TARGETDURATION:${SEGMENT_SECONDS}`,
    `#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=${(PART_SECONDS * 3).toFixed(1)},HOLD-BACK=${SEGMENT_SECONDS * 3}`,
    `#EXT-X-PART-INF:PART-TARGET=${PART_SECONDS}`,
    `#EXT-X-MEDIA-SEQUENCE:${listed[0]!.number}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${packager.discontinuities() + skippedDiscontinuities}`,
  ];
  let init = -1;
  for (const [index, segment] of listed.entries()) {
    if (segment.discontinuity) lines.push('#EXT-X-DISCONTINUITY');
    if (segment.init !== init) {
      init = segment.init;
      lines.push(`#EXT-X-MAP:URI="${address(`init-${init}.mp4`)}"`);
    }
    lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(segment.startedAt).toISOString()}`);
    if (index >= listed.length - WITH_PARTS) {
      for (const [part, { duration, independent }] of segment.parts.entries()) {
        const uri = address(`${segment.number}.${part}.m4s`);
        lines.push(`#EXT-X-PART:DURATION=${duration.toFixed(5)},URI="${uri}"${independent ? ',INDEPENDENT=YES' : ''}`);
      }
    }
    if (segment.complete) lines.push(`#EXTINF:${segment.duration.toFixed(5)},`, address(`${segment.number}.m4s`));
  }
  if (packager.isEnded()) lines.push('#EXT-X-ENDLIST');
  else {
    const last = listed.at(-1)!;
    const [number, part] = last.complete ? [last.number + 1, 0] : [last.number, last.parts.length];
    lines.push(`#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${address(`${number}.${part}.m4s`)}"`);
  }
  return `${lines.join('\n')}\n`;
};

/** Parts beyond what is there that may be asked for (draft-pantos-hls-rfc8216bis, section 6.2.5.2). */
const ADVANCE_PARTS = Math.ceil(3 / PART_SECONDS);

/** What a blocking reload waits for; `unreachable` is too far ahead to be asked for. */
export const isReached = (packager: Packager, number: number, part: number | undefined): boolean | 'unreachable' => {
  if (packager.isEnded()) return true;
  const last = packager.segments().at(-1);
  if (!last) return number > packager.nextNumber() + 2 ? 'unreachable' : false;
  if (number > last.number + 2) return 'unreachable';
  if (number < last.number) return true;
  if (number > last.number) return (part ?? 0) > ADVANCE_PARTS ? 'unreachable' : false;
  // A part beyond the segment's last is the first of the next.
  if (last.complete) return part === undefined || part < last.parts.length;
  if (part !== undefined && part >= last.parts.length + ADVANCE_PARTS) return 'unreachable';
  return part !== undefined && part < last.parts.length;
};
