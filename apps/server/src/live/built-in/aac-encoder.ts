import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { Log } from '../../platform/telemetry/log.ts';
import type { AudioCodec } from '../media/fmp4.ts';
import { createOpusPages } from '../media/ogg.ts';

/** AAC-LC, 48 kHz, two channels (ISO/IEC 14496-3, 1.6.2.1). */
export const AAC: AudioCodec = { kind: 'aac', channels: 2, config: Buffer.of(0x11, 0x90) };
const FRAME_SAMPLES = 1024;
/** What the encoder puts before the first sample. */
const PRIMING_SAMPLES = 1024;
const OPUS_FRAME_SAMPLES = 960;
/** What may wait for a program that doesn't keep up. */
const MAX_WAITING_BYTES = 256 * 1024;

const ARGUMENTS = (
  '-hide_banner -loglevel error -fflags nobuffer -probesize 32 -analyzeduration 0 -f ogg -i pipe:0 ' +
  '-af aresample=async=1000:first_pts=0 -c:a aac -b:a 128k -ar 48000 -ac 2 -flush_packets 1 -f adts pipe:1'
).split(' ');

/** Turns Opus into AAC, for players that know no Opus in MP4, by the ffmpeg program. Without it a stream keeps its Opus. */
export const createAacEncoder = (program: string, log: Log, onFrame: (frame: Buffer, time: number) => void) => {
  let child: ChildProcessByStdio<Writable, Readable, Readable> | undefined;
  let pages = createOpusPages(2);
  let origin: number | undefined;
  let frames = 0;
  let rest: Buffer = Buffer.alloc(0);
  let isClosed = false;

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
      const time = origin! + frames * FRAME_SAMPLES - PRIMING_SAMPLES;
      frames += 1;
      if (time >= 0) onFrame(frame, time);
    }
  };
  const start = (time: number): void => {
    origin = time;
    frames = 0;
    rest = Buffer.alloc(0);
    pages = createOpusPages(2);
    const mine = spawn(program, ARGUMENTS, { stdio: ['pipe', 'pipe', 'pipe'] });
    child = mine;
    mine.stdout.on('data', (chunk: Buffer) => {
      if (child === mine) take(chunk);
    });
    mine.stderr.on('data', (chunk: Buffer) => log.warn({ ffmpeg: chunk.toString().trim().slice(0, 300) }, 'the sound of a stream'));
    mine.stdin.on('error', () => {});
    mine.on('error', (error) => log.error({ err: error }, 'ffmpeg could not be started'));
    mine.on('close', () => {
      if (child === mine) child = undefined;
    });
    mine.stdin.write(pages.heads());
  };

  return {
    /** @param time in samples of the stream's timeline */
    push(packet: Buffer, time: number): void {
      if (isClosed) return;
      if (!child) start(time);
      if (child!.stdin.writableLength > MAX_WAITING_BYTES) return;
      child!.stdin.write(pages.page(packet, time - origin! + OPUS_FRAME_SAMPLES));
    },
    /** The publisher left: a new one begins anew. */
    reset(): void {
      child?.stdin.end();
      child?.kill('SIGKILL');
      child = undefined;
    },
    close(): void {
      isClosed = true;
      this.reset();
    },
  };
};

export type AacEncoder = ReturnType<typeof createAacEncoder>;
