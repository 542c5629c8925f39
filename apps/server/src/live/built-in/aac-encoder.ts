import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { Log } from '../../platform/telemetry/log.ts';
import type { AudioCodec } from '../media/fmp4.ts';
import { createOpusPages, opusSamples } from '../media/ogg.ts';

/** AAC-LC, 48 kHz, two channels (ISO/IEC 14496-3, 1.6.2.1). */
export const AAC: AudioCodec = { kind: 'aac', channels: 2, config: Buffer.of(0x11, 0x90) };
const FRAME_SAMPLES = 1024;
/** Encoder delay before the first sample. */
const PRIMING_SAMPLES = 1024;
/** Maximum buffered input of a program that is too slow. */
const MAX_BUFFERED_BYTES = 256 * 1024;
/** Delay before a program that exited is started again. */
const RETRY_MS = 5_000;

const ARGUMENTS = (
  '-hide_banner -loglevel error -probesize 32 -analyzeduration 0 -f ogg -i pipe:0 ' +
  '-c:a aac -b:a 128k -ar 48000 -ac 2 -flush_packets 1 -f adts pipe:1'
).split(' ');

/**
 * Transcodes Opus to AAC with ffmpeg, for players without support of Opus in MP4. Without ffmpeg a stream stays Opus.
 *
 * The program sees a continuous run of samples; the anchors map its output back to the stream's timeline, across losses and corrections.
 */
export const createAacEncoder = (program: string, log: Log, onFrame: (frame: Buffer, time: number) => void) => {
  let child: ChildProcessByStdio<Writable, Readable, Readable> | undefined;
  let pages = createOpusPages(2);
  /** Samples written to the program. */
  let inputSamples = 0;
  /** The distance to the timeline from each input position on. */
  let anchors: { position: number; distance: number }[] = [];
  let frames = 0;
  let rest: Buffer = Buffer.alloc(0);
  let endedAt = -Infinity;
  let isClosed = false;

  const toTimeline = (position: number): number => {
    while (anchors.length > 1 && anchors[1]!.position <= position) anchors.shift();
    return Math.round(position + anchors[0]!.distance);
  };
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
      if (position >= 0) onFrame(frame, toTimeline(position));
    }
  };
  const start = (): void => {
    inputSamples = 0;
    anchors = [];
    frames = 0;
    rest = Buffer.alloc(0);
    pages = createOpusPages(2);
    const mine = spawn(program, ARGUMENTS, { stdio: ['pipe', 'pipe', 'pipe'] });
    child = mine;
    let hasWarned = false;
    mine.stdout.on('data', (chunk: Buffer) => {
      if (child === mine) readFrames(chunk);
    });
    mine.stderr.on('data', (chunk: Buffer) => {
      if (!hasWarned && child === mine)
        log.warn({ ffmpeg: chunk.toString().trim().slice(0, 300) }, 'ffmpeg reports a problem with the audio of a stream');
      hasWarned = true;
    });
    mine.stdin.on('error', () => {});
    mine.on('error', (error) => log.error({ err: error }, 'ffmpeg could not be started'));
    mine.on('close', () => {
      if (child !== mine) return;
      child = undefined;
      endedAt = performance.now();
    });
    mine.stdin.write(pages.headerPages());
  };

  return {
    /** @param time in samples of the stream's timeline */
    push(packet: Buffer, time: number): void {
      const samples = opusSamples(packet);
      if (isClosed || samples === undefined) return;
      if (!child) {
        if (performance.now() - endedAt < RETRY_MS) return;
        start();
      }
      if (!child?.stdin.writable || child.stdin.writableLength > MAX_BUFFERED_BYTES) return;
      const distance = time - inputSamples;
      if (anchors.at(-1)?.distance !== distance) anchors.push({ position: inputSamples, distance });
      inputSamples += samples;
      child.stdin.write(pages.page(packet, inputSamples));
    },
    /** The publisher left: the next one gets a new program. */
    reset(): void {
      const mine = child;
      child = undefined;
      endedAt = -Infinity;
      mine?.stdin.destroy();
      mine?.kill('SIGKILL');
    },
    close(): void {
      isClosed = true;
      this.reset();
    },
  };
};

export type AacEncoder = ReturnType<typeof createAacEncoder>;
