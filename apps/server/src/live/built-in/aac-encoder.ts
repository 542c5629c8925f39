import type { Log } from '../../platform/telemetry/log.ts';
import type { AudioCodec } from '../media/fmp4.ts';
import { createOpusPages, opusSamples } from '../media/ogg.ts';
import { createAnchors } from './anchors.ts';
import { createAudioProgram } from './audio-program.ts';

/** AAC-LC, 48 kHz, two channels (ISO/IEC 14496-3, 1.6.2.1). */
export const AAC: AudioCodec = { kind: 'aac', channels: 2, config: Buffer.of(0x11, 0x90) };
const FRAME_SAMPLES = 1024;
/** Encoder delay before the first sample. */
const PRIMING_SAMPLES = 1024;

const ARGUMENTS = (
  '-hide_banner -loglevel error -probesize 32 -analyzeduration 0 -f ogg -i pipe:0 ' +
  '-c:a aac -b:a 128k -ar 48000 -ac 2 -flush_packets 1 -f adts pipe:1'
).split(' ');

/** Transcodes Opus to AAC with ffmpeg, for players without support of Opus in MP4. Without ffmpeg a stream stays Opus. */
export const createAacEncoder = (program: string, log: Log, onFrame: (frame: Buffer, time: number) => void) => {
  let pages = createOpusPages(2);
  /** Samples written to the program. */
  let inputSamples = 0;
  const anchors = createAnchors();
  let frames = 0;
  let rest: Buffer = Buffer.alloc(0);

  const readFrames = (chunk: Buffer): void => {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    while (rest.length >= 7) {
      const size = ((rest[3]! & 3) << 11) | (rest[4]! << 3) | (rest[5]! >> 5);
      if (rest[0] !== 0xff || (rest[1]! & 0xf0) !== 0xf0 || size < 7) {
        rest = rest.subarray(1);
        continue;
      }
      if (rest.length < size) return;
      const frame = Buffer.from(rest.subarray(rest[1]! & 1 ? 7 : 9, size));
      rest = rest.subarray(size);
      const position = frames * FRAME_SAMPLES - PRIMING_SAMPLES;
      frames += 1;
      if (position >= 0) onFrame(frame, anchors.toTimeline(position));
    }
  };
  const encoder = createAudioProgram({
    program,
    arguments: ARGUMENTS,
    log,
    begins() {
      inputSamples = 0;
      anchors.clear();
      frames = 0;
      rest = Buffer.alloc(0);
      pages = createOpusPages(2);
      return pages.headerPages();
    },
    output: readFrames,
  });

  return {
    /** @param time in samples of the stream's timeline */
    push(packet: Buffer, time: number): void {
      const samples = opusSamples(packet);
      if (samples === undefined || !encoder.isReady()) return;
      anchors.add(inputSamples, time);
      inputSamples += samples;
      encoder.write(pages.page(packet, inputSamples));
    },
    /** The publisher left: the next one gets a new program. */
    reset: encoder.reset,
    close: (): void => encoder.close(),
  };
};

export type AacEncoder = ReturnType<typeof createAacEncoder>;
