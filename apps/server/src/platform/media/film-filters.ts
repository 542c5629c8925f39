import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Probe } from './film-facts.ts';
import { toneMapTable } from './tone-map.ts';

/** Maximum rate of frames. */
const MAX_RATE = 60;
/** The rate of a film whose rate varies and is low on average. */
const USUAL_RATE = 30;

/** A value within a filter of a graph: escaped for the filter, and again for the graph. */
const escaped = (value: string): string => value.replace(/[\\':]/g, String.raw`\$&`).replace(/[\\'[\],;]/g, String.raw`\$&`);

/** A frame rate where ffmpeg would write more frames than anybody sees; null to leave it. */
export const rateFor = ({ framesPerSecond, writtenRate }: Pick<Probe, 'framesPerSecond' | 'writtenRate'>): number | null => {
  if (framesPerSecond <= MAX_RATE && writtenRate <= MAX_RATE) return null;
  return framesPerSecond > USUAL_RATE ? MAX_RATE : USUAL_RATE;
};

export interface Light {
  /** Filters that turn decoded frames of a size into ones of that size which every screen shows. */
  shown(size: { width: number; height: number }): string;
  /** Filters that scale such frames to 8 bits of 4:2:0, ready for the encoder, and tag them. */
  coded(size: { width: number; height: number }): string;
}

/**
 * Plans how the frames of a film become ones with square pixels, of the dynamic range and the colors that every screen shows.
 * @param work folder for the table of colors of an HDR film
 */
export const planLight = async ({ hdr }: Pick<Probe, 'hdr'>, work: string): Promise<Light> => {
  if (!hdr)
    return {
      shown: ({ width, height }) => `scale=${width}:${height},setsar=1`,
      coded: ({ width, height }) => `scale=${width}:${height}:out_range=tv,setsar=1,format=yuv420p`,
    };
  const table = join(work, `${hdr}.cube`);
  await writeFile(table, toneMapTable(hdr));
  const sideData = ['MASTERING_DISPLAY_METADATA', 'CONTENT_LIGHT_LEVEL'].map((type) => `sidedata=delete:type=${type}`);
  return {
    shown: ({ width, height }) =>
      [
        `scale=${width}:${height}:in_color_matrix=bt2020,setsar=1,format=gbrp10`,
        `lut3d=${escaped(table)}:interp=tetrahedral`,
        'setparams=color_primaries=bt709:color_trc=bt709',
        ...sideData,
      ].join(','),
    coded: ({ width, height }) =>
      [
        `scale=${width}:${height}:out_color_matrix=bt709:out_range=tv,setsar=1,format=yuv420p`,
        'setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709:range=tv',
      ].join(','),
  };
};
