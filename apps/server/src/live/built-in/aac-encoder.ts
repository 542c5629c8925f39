import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { Log } from '../../platform/telemetry/log.ts';
import type { AudioCodec } from '../media/fmp4.ts';
import { createOpusPages, opusSamples } from '../media/ogg.ts';

/** AAC-LC, 48 kHz, two channels (ISO/IEC 14496-3, 1.6.2.1). */
export const AAC: AudioCodec = { kind: 'aac', channels: 2, config: Buffer.of(0x11, 0x90) };
const FRAME_SAMPLES = 1024;
/** What the encoder puts before the first sample. */
const PRIMING_SAMPLES = 1024;
/** What may wait for a program that doesn't keep up. */
const MAX_WAITING_BYTES = 256 * 1024;
/** A program that ended by itself is started again after so long. */
const RETRY_MS = 5_000;

const ARGUMENTS = (
  '-hide_banner -loglevel error -probesize 32 -analyzeduration 0 -f ogg -i pipe:0 ' +
  '-c:a aac -b:a 128k -ar 48000 -ac 2 -flush_packets 1 -f adts pipe:1'
).split(' ');

/**
 * Turns Opus into AAC, for players that know no Opus in MP4, by the ffmpeg program. Without it a stream keeps its Opus.
 *
 * The program hears an unbroken row of samples; which of them belongs where on the stream's timeline, over losses and corrections, is remembered here.
 */
export const createAacEncoder = (program: string, log: Log, onFrame: (frame: Buffer, time: number) => void) => {
  let child: ChildProcessByStdio<Writable, Readable, Readable> | undefined;
  let pages = createOpusPages(2);
  /** Samples given to the program, and from which on each distance to the timeline holds. */
  let given = 0;
  let anchors: { position: number; distance: number }[] = [];
  let frames = 0;
  let rest: Buffer = Buffer.alloc(0);
  let endedAt = -Infinity;
  let isClosed = false;

  const place = (position: number): number => {
    while (anchors.length > 1 && anchors[1]!.position <= position) anchors.shift();
    return Math.round(position + anchors[0]!.distance);
  };
  const take = (chunk: Buffer): void => {
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
      if (position >= 0) onFrame(frame, place(position));
    }
  };
  const start = (): void => {
    given = 0;
    anchors = [];
    frames = 0;
    rest = Buffer.alloc(0);
    pages = createOpusPages(2);
    const mine = spawn(program, ARGUMENTS, { stdio: ['pipe', 'pipe', 'pipe'] });
    child = mine;
    let hasWarned = false;
    mine.stdout.on('data', (chunk: Buffer) => {
      if (child === mine) take(chunk);
    });
    mine.stderr.on('data', (chunk: Buffer) => {
      if (!hasWarned && child === mine) log.warn({ ffmpeg: chunk.toString().trim().slice(0, 300) }, 'the sound of a stream');
      hasWarned = true;
    });
    mine.stdin.on('error', () => {});
    mine.on('error', (error) => log.error({ err: error }, 'ffmpeg could not be started'));
    mine.on('close', () => {
      if (child !== mine) return;
      child = undefined;
      endedAt = performance.now();
    });
    mine.stdin.write(pages.heads());
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
      if (!child?.stdin.writable || child.stdin.writableLength > MAX_WAITING_BYTES) return;
      const distance = time - given;
      if (anchors.at(-1)?.distance !== distance) anchors.push({ position: given, distance });
      given += samples;
      child.stdin.write(pages.page(packet, given));
    },
    /** The publisher left: a new one begins anew. */
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
