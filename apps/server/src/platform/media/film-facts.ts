/** How a film's light is coded, where a screen of today can't show it as it is (ITU-R BT.2100). */
export type Hdr = 'pq' | 'hlg';

/** Facts about a film from its headers. */
export interface Probe {
  /** Upright and with square pixels, as it is shown. */
  width: number;
  height: number;
  /** 0 if unknown. */
  durationMs: number;
  /** Its average; 0 if unknown. */
  framesPerSecond: number;
  /** The rate that ffmpeg would write; far above the average for a film of a phone, whose rate varies. */
  writtenRate: number;
  hasAudio: boolean;
  /** Number of the stream with the picture: not that of a cover. */
  picture: number;
  /** Number of the stream with the sound, the default of several; null without sound. */
  sound: number | null;
  hdr: Hdr | null;
}

interface ProbedStream {
  index: number;
  codec_type: string;
  codec_name?: string;
  width?: number;
  height?: number;
  duration?: string;
  avg_frame_rate?: string;
  r_frame_rate?: string;
  sample_aspect_ratio?: string;
  color_transfer?: string;
  disposition?: { default?: number; attached_pic?: number };
  side_data_list?: { rotation?: number }[];
}

/** A file as ffprobe describes it. */
export interface ProbedFile {
  streams?: readonly ProbedStream[];
  format?: { duration?: string };
}

/** The entries of a `ProbedFile`, as ffprobe names them. */
export const ENTRIES = [
  'stream=index,codec_type,codec_name,width,height,duration,avg_frame_rate,r_frame_rate,sample_aspect_ratio,color_transfer',
  'format=duration',
  'stream_disposition=default,attached_pic',
  'stream_side_data=rotation',
].join(':');

/** Beyond this a shape of pixels is a mistake of the file. */
const MAX_ASPECT = 8;

const rateOf = (rate = ''): number => {
  const [frames = 0, seconds = 0] = rate.split('/').map(Number);
  return seconds > 0 ? frames / seconds : 0;
};

/** Width of a pixel by its height; 1 where the file says nothing usable. */
const aspectOf = (ratio = ''): number => {
  const [wide = 0, high = 0] = ratio.split(':').map(Number);
  const aspect = high > 0 ? wide / high : 0;
  return aspect >= 1 / MAX_ASPECT && aspect <= MAX_ASPECT ? aspect : 1;
};

/** A stream whose codec this ffmpeg knows. */
const isKnown = ({ codec_name }: ProbedStream): boolean => codec_name !== undefined && codec_name !== 'unknown' && codec_name !== 'none';

const defaultOf = <S extends ProbedStream>(streams: readonly S[]): S | undefined =>
  streams.find(({ disposition }) => disposition?.default === 1) ?? streams[0];

/** Numbers of the streams with a sound that ffmpeg can copy. */
export const knownSoundsOf = ({ streams = [] }: ProbedFile): number[] =>
  streams.filter((stream) => stream.codec_type === 'audio' && isKnown(stream)).map(({ index }) => index);

/**
 * Chooses the streams that a film is shown by, and its shape.
 * @returns null when it has no picture
 */
export const factsOf = ({ streams = [], format = {} }: ProbedFile): Probe | null => {
  const usable = streams.filter(isKnown);
  const video = defaultOf(usable.filter(({ codec_type, disposition }) => codec_type === 'video' && disposition?.attached_pic !== 1));
  if (!video?.width || !video.height) return null;
  const sound = defaultOf(usable.filter(({ codec_type }) => codec_type === 'audio'));
  const width = Math.max(1, Math.round(video.width * aspectOf(video.sample_aspect_ratio)));
  const isTurned = Math.abs(video.side_data_list?.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0) % 180 === 90;
  return {
    width: isTurned ? video.height : width,
    height: isTurned ? width : video.height,
    // Files recorded by browsers have no duration.
    durationMs: Math.round((Number(format.duration ?? video.duration) || 0) * 1000),
    framesPerSecond: rateOf(video.avg_frame_rate),
    writtenRate: rateOf(video.r_frame_rate),
    hasAudio: sound !== undefined,
    picture: video.index,
    sound: sound?.index ?? null,
    hdr: video.color_transfer === 'smpte2084' ? 'pq' : video.color_transfer === 'arib-std-b67' ? 'hlg' : null,
  };
};
