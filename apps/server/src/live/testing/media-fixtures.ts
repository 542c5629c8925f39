import { readFileSync } from 'node:fs';
import { opusSamples } from '../media/ogg.ts';

const read = (name: string): Buffer => readFileSync(new URL(`./fixtures/${name}`, import.meta.url));

export const CARD = { width: 640, height: 360, fps: 15 } as const;

/** The NAL units of an Annex B stream, without their start codes. */
export const nalsOf = (stream: Buffer): Buffer[] => {
  const starts: { at: number; length: number }[] = [];
  for (let at = stream.indexOf('\0\0\x01', 0, 'latin1'); at >= 0; at = stream.indexOf('\0\0\x01', at + 3, 'latin1')) {
    starts.push({ at: stream[at - 1] === 0 ? at - 1 : at, length: stream[at - 1] === 0 ? 4 : 3 });
  }
  return starts.map(({ at, length }, index) => stream.subarray(at + length, starts[index + 1]?.at ?? stream.length));
};

/** One picture of a test card. */
export interface Picture {
  nals: Buffer[];
  isKey: boolean;
  /** Pictures from its decoding to its showing; absent of pictures in order. */
  shownAfter?: number;
}

/** The pictures of an Annex B stream that has one slice in each. */
export const picturesOf = (stream: Buffer): Picture[] => {
  const pictures: Picture[] = [];
  let before: Buffer[] = [];
  for (const nal of nalsOf(stream)) {
    const type = nal[0]! & 0x1f;
    if (type !== 1 && type !== 5) {
      before.push(nal);
      continue;
    }
    pictures.push({ nals: [...before, nal], isKey: type === 5 });
    before = [];
  }
  return pictures;
};

/** The test card: four seconds of 640 × 360 at 15 pictures a second, a key frame each second. */
export const cardPictures = (): Picture[] => picturesOf(read('card-360p15.h264'));

/** The packets of an Ogg stream, its two heads left out. */
export const oggPackets = (stream: Buffer): Buffer[] => {
  const packets: Buffer[] = [];
  let parts: Buffer[] = [];
  for (let at = 0; at + 27 <= stream.length; ) {
    const count = stream[at + 26]!;
    let from = at + 27 + count;
    for (const size of stream.subarray(at + 27, at + 27 + count)) {
      parts.push(stream.subarray(from, from + size));
      from += size;
      if (size === 255) continue;
      packets.push(Buffer.concat(parts));
      parts = [];
    }
    at = from;
  }
  return packets.slice(2);
};

/** Four seconds of Opus: beeps, 20 ms a packet. */
export const tonePackets = (): Buffer[] => oggPackets(read('tone.opus')).filter((packet) => opusSamples(packet) === 960);
