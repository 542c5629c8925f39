import { AUDIO_CLOCK, VIDEO_CLOCK } from '../media/fmp4.ts';
import { createFlvTimeline } from '../media/flv-timeline.ts';
import { type AccessUnit, readSequenceParameters } from '../media/h264.ts';
import type { Packager } from '../media/packager.ts';
import {
  type AacConfiguration,
  type AvcConfiguration,
  readAacConfiguration,
  readAudioTag,
  readAvcConfiguration,
  readVideoTag,
  splitUnits,
} from '../media/rtmp/flv.ts';
import type { RtmpMedia } from '../media/rtmp/session.ts';

const NAL_IDR = 5;
const NAL_SPS = 7;
const NAL_PPS = 8;
/** Access unit delimiter, end of sequence, end of stream, filler: nothing a player needs inside an MP4. */
const NAL_DROPPED: ReadonlySet<number> = new Set([9, 10, 11, 12]);
const TICKS_PER_MS = VIDEO_CLOCK / 1000;
/** Pictures that are shown out of order for so many in a row no longer count. */
const ORDERED_AFTER_PICTURES = 300;

/** A publisher without a video message in so much sound sends the sound alone. Encoders begin both at once. */
const SOUND_ALONE_AFTER = 3 * AUDIO_CLOCK;

const typeOf = (nal: Buffer): number => nal[0]! & 0x1f;

export interface FlvIngestOptions {
  packager: Packager;
  /** Nothing becomes segments. */
  isRehearsal(): boolean;
  /** A picture in the order of showing, for WebRTC viewers; `time` is when it is shown, in the video clock. None while pictures are reordered. */
  picture(unit: AccessUnit, time: number): void;
  /** An AAC frame at its position, in the audio clock. */
  sound(frame: Buffer, time: number, configuration: AacConfiguration): void;
}

/** Facts about a publisher's media, for the studio. */
interface FlvFacts {
  /** Names of codecs that can't be taken. */
  refused: readonly string[];
  /** Pictures are shown in another order than they are decoded in (B-frames): they don't go to WebRTC viewers. */
  isReordered: boolean;
  hasSound: boolean;
  /** The publisher sends sound alone. */
  isSoundOnly: boolean;
  /** Milliseconds between the last two key pictures; null until known. */
  keyIntervalMs: number | null;
}

/** The pictures of one publisher. Owns their configuration, and whether they are reordered. */
const createPictures = (push: (unit: AccessUnit, time: number) => void) => {
  let avc: AvcConfiguration | undefined;
  let hasPicture = false;
  let shownUntil = -Infinity;
  /** Pictures since the last one that was out of order; none was at the beginning. */
  let inOrder = Infinity;
  let keyAt: number | undefined;
  let keyIntervalMs: number | null = null;

  /** The picture with the parameter sets that key pictures of OBS lack. */
  const unitOf = (nals: Buffer[], isKey: boolean): AccessUnit => {
    const own = (type: number): Buffer | undefined => nals.find((nal) => typeOf(nal) === type);
    const [sps, pps] = isKey ? [own(NAL_SPS) ?? avc?.sps[0], own(NAL_PPS) ?? avc?.pps[0]] : [undefined, undefined];
    const missing = isKey && avc ? [...(own(NAL_SPS) ? [] : avc.sps), ...(own(NAL_PPS) ? [] : avc.pps)] : [];
    return { nals: [...missing, ...nals], timestamp: 0, isKey, sps, pps };
  };

  return {
    hasPicture: (): boolean => hasPicture,
    isReordered: (): boolean => inOrder < ORDERED_AFTER_PICTURES,
    keyIntervalMs: (): number | null => keyIntervalMs,
    configure(data: Buffer): void {
      avc = readAvcConfiguration(data) ?? avc;
    },
    /** @param time when it is decoded, in the video clock @param composition milliseconds from then to showing */
    push(data: Buffer, time: number, composition: number): void {
      const nals = avc && splitUnits(data, avc.lengthBytes)?.filter((nal) => !NAL_DROPPED.has(typeOf(nal)));
      if (!nals || nals.length === 0) return;
      // The tag's word about key pictures is a hint: only an IDR can be begun with.
      const isKey = nals.some((nal) => typeOf(nal) === NAL_IDR);
      const unit = unitOf(nals, isKey);
      if (isKey) {
        if (keyAt !== undefined) keyIntervalMs = Math.round((time - keyAt) / TICKS_PER_MS);
        keyAt = time;
      }
      hasPicture ||= unit.sps !== undefined && readSequenceParameters(unit.sps) !== undefined;
      const shownAt = time + composition * TICKS_PER_MS;
      inOrder = shownAt < shownUntil ? 0 : inOrder + 1;
      shownUntil = Math.max(shownUntil, shownAt);
      push({ ...unit, composition: composition * TICKS_PER_MS }, time);
    },
    /** The publisher's timestamps jumped. */
    restart(): void {
      shownUntil = -Infinity;
      keyAt = undefined;
    },
  };
};

/** Notices a publisher without pictures. Owns whether it has sent a message of video, in any codec. */
const createSoundAlone = (packager: Packager) => {
  let offersPictures = false;
  let soundFrom: number | undefined;
  let isDecided = false;
  return {
    isDecided: (): boolean => isDecided,
    videoCame(): void {
      offersPictures = true;
    },
    /** A frame of sound came. @param time in the audio clock */
    soundCame(time: number): void {
      soundFrom ??= time;
      if (isDecided || offersPictures || time - soundFrom < SOUND_ALONE_AFTER) return;
      isDecided = true;
      packager.setSoundOnly(true);
    },
    /** The publisher's timestamps jumped. */
    restart(): void {
      soundFrom = undefined;
    },
  };
};

/** Turns one RTMP publisher's messages into pictures and sound on the stream's timeline. Owns the timeline, which continues the stream's so far. */
export const createFlvIngest = ({ packager, isRehearsal, picture, sound }: FlvIngestOptions) => {
  let timeline = createFlvTimeline(packager.position());
  let aac: AacConfiguration | undefined;
  const refused = new Set<string>();
  const soundAlone = createSoundAlone(packager);
  const pictures = createPictures((unit, time) => {
    if (!isRehearsal()) packager.pushVideo(unit, time);
    if (!pictures.isReordered()) picture(unit, time + (unit.composition ?? 0));
  });

  const restart = (): void => {
    packager.interrupt();
    timeline = createFlvTimeline(packager.position());
    pictures.restart();
    soundAlone.restart();
  };
  const isSoundOnly = (): boolean => soundAlone.isDecided() && !pictures.hasPicture();
  /** A position on the timeline; after a jump of the publisher's clock on a new one, which continues it. */
  const placed = (read: () => number | undefined): number | undefined => {
    const time = read();
    if (time !== undefined) return time;
    restart();
    return read();
  };
  const takeVideo = (payload: Buffer, timestamp: number): boolean => {
    const tag = readVideoTag(payload);
    soundAlone.videoCame();
    if (tag.kind === 'refused') refused.add(tag.name);
    if (tag.kind === 'config') pictures.configure(tag.data);
    if (tag.kind !== 'picture') return false;
    const time = placed(() => timeline.video(timestamp));
    if (time !== undefined) pictures.push(tag.data, time, tag.composition);
    return time !== undefined;
  };
  const takeAudio = (payload: Buffer, timestamp: number): boolean => {
    const tag = readAudioTag(payload);
    if (tag.kind === 'refused') refused.add(tag.name);
    if (tag.kind === 'config') {
      aac = readAacConfiguration(tag.data);
      if (aac) packager.setAudio({ kind: 'aac', channels: aac.channels, config: Buffer.from(tag.data), rate: aac.rate });
    }
    const configuration = aac;
    if (tag.kind !== 'frame' || !configuration) return false;
    const time = placed(() => timeline.audio(timestamp, configuration.rate));
    // Sound from before the first picture may begin earlier than the timeline.
    if (time === undefined || time < 0 || tag.data.length === 0) return false;
    soundAlone.soundCame(time);
    if (!isRehearsal()) packager.pushAudio(Buffer.from(tag.data), time);
    sound(tag.data, time, configuration);
    return true;
  };

  return {
    /** A picture that can be decoded has arrived, or there is sound alone. */
    isPlayable: (): boolean => pictures.hasPicture() || isSoundOnly(),
    /** @returns whether it was media that players get: a codec that can't be taken isn't */
    take: ({ kind, timestamp, payload }: RtmpMedia): boolean =>
      kind === 'video' ? takeVideo(payload, timestamp) : takeAudio(payload, timestamp),
    facts: (): FlvFacts => ({
      refused: [...refused],
      isReordered: pictures.isReordered(),
      hasSound: aac !== undefined,
      isSoundOnly: isSoundOnly(),
      keyIntervalMs: pictures.keyIntervalMs(),
    }),
  };
};

export type FlvIngest = ReturnType<typeof createFlvIngest>;
