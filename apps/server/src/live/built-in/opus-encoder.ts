import type { Log } from '../../platform/telemetry/log.ts';
import { AUDIO_CLOCK } from '../media/fmp4.ts';
import { createOpusPageReader, opusSamples } from '../media/ogg.ts';
import { type AacConfiguration, adtsHeader } from '../media/rtmp/flv.ts';
import { createAnchors } from './anchors.ts';
import { createAudioProgram } from './audio-program.ts';

const FRAME_SAMPLES = 1024;
/** Samples of the encoder's delay, which decoders skip. */
const PRE_SKIP = 312;

const ARGUMENTS = (
  '-hide_banner -loglevel error -probesize 32 -analyzeduration 0 -f aac -i pipe:0 ' +
  '-c:a libopus -b:a 128k -ar 48000 -ac 2 -frame_duration 20 -page_duration 20000 -flush_packets 1 -f ogg pipe:1'
).split(' ');

/** Transcodes AAC to Opus with ffmpeg, for WebRTC viewers. Without ffmpeg they hear nothing. */
export const createOpusEncoder = (program: string, log: Log, onPacket: (packet: Buffer, time: number) => void) => {
  /** Samples of 48 kHz that were written to the program. */
  let inputSamples = 0;
  let outputSamples = 0;
  const anchors = createAnchors();
  const startReading = () =>
    createOpusPageReader((packet) => {
      const position = outputSamples - PRE_SKIP;
      outputSamples += opusSamples(packet) ?? 0;
      if (position >= 0) onPacket(packet, anchors.toTimeline(position));
    });
  let reader = startReading();
  const encoder = createAudioProgram({
    program,
    arguments: ARGUMENTS,
    log,
    begins() {
      inputSamples = 0;
      outputSamples = 0;
      anchors.clear();
      reader = startReading();
      return undefined;
    },
    output: (chunk) => reader.push(chunk),
  });

  return {
    /** @param time in samples of the stream's timeline */
    push(frame: Buffer, time: number, configuration: AacConfiguration): void {
      if (!encoder.isReady()) return;
      anchors.add(inputSamples, time);
      inputSamples += (FRAME_SAMPLES * AUDIO_CLOCK) / configuration.rate;
      encoder.write(Buffer.concat([adtsHeader(configuration, frame.length), frame]));
    },
    /** Nobody listens, or the publisher left. */
    reset: encoder.reset,
    close: (): void => encoder.close(),
  };
};

export type OpusEncoder = ReturnType<typeof createOpusEncoder>;
