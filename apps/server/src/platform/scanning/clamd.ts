import { type Socket, connect } from 'node:net';
import type { Readable } from 'node:stream';
import { chunksOf } from '../chunks.ts';
import type { ClamdAddress } from './clamd-address.ts';

const CONNECT_MS = 5000;
/** A chunk of the stream as it is announced to clamd. */
const MAX_CHUNK = 2 ** 20;
/** An answer is one line; more than this is no clamd. */
const MAX_ANSWER = 4096;

/** It can't be reached, takes too long, or answers something else. */
export class ClamdError extends Error {}

/** The file is larger than clamd's StreamMaxLength. */
export class ClamdLimitError extends Error {}

/** Sends a command and what follows it; the answer ends with a zero byte. */
const ask = async (address: ClamdAddress, seconds: number, command: string, body?: Readable): Promise<string> => {
  const socket: Socket = connect(address);
  const answer = new Promise<string>((resolve, reject) => {
    let text = '';
    socket.setTimeout(CONNECT_MS, () => reject(new ClamdError('no answer in time')));
    socket.once('connect', () => socket.setTimeout(seconds * 1000));
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (text.includes('\0')) resolve(text.slice(0, text.indexOf('\0')).trim());
      else if (text.length > MAX_ANSWER) reject(new ClamdError('an answer without an end'));
    });
    socket.on('error', (error: NodeJS.ErrnoException) => reject(new ClamdError(error.code ?? error.message, { cause: error })));
    socket.on('close', () => reject(new ClamdError('the connection was closed')));
  });
  // The stream may fail first.
  answer.catch(() => {});
  let isAnswered = false;
  void answer.finally(() => (isAnswered = true)).catch(() => {});
  const write = async (data: Buffer | string): Promise<void> => {
    if (isAnswered || socket.write(data)) return;
    await Promise.race([new Promise<void>((resolve) => socket.once('drain', resolve)), answer]);
  };
  try {
    await write(`z${command}\0`);
    if (body) {
      for await (const chunk of chunksOf(body)) {
        // It answers before the end when it has found something, or has enough.
        if (isAnswered) break;
        for (let at = 0; at < chunk.length; at += MAX_CHUNK) {
          const part = chunk.subarray(at, at + MAX_CHUNK);
          const length = Buffer.alloc(4);
          length.writeUInt32BE(part.length);
          await write(Buffer.concat([length, part]));
        }
      }
      await write(Buffer.alloc(4));
    }
    return await answer;
  } finally {
    body?.destroy();
    socket.destroy();
  }
};

/** Scans files by a clamd of ClamAV (https://docs.clamav.net/manual/Usage/Scanning.html#clamd). */
export interface Clamd {
  /**
   * Scans a stream without storing it.
   * @returns the name of what was found, or null
   * @throws ClamdLimitError, ClamdError
   */
  scan(source: Readable): Promise<string | null>;
  /** @returns the program's version, and that of its signatures with their date. @throws ClamdError */
  version(): Promise<string>;
}

/** @param options.seconds how long it may be silent */
export const createClamd = (address: ClamdAddress, { seconds }: { seconds: number }): Clamd => ({
  async scan(source) {
    const answer = await ask(address, seconds, 'INSTREAM', source);
    if (answer === 'stream: OK') return null;
    const found = /^stream: (.+) FOUND$/.exec(answer)?.[1];
    if (found) return found;
    if (/size limit exceeded/i.test(answer)) throw new ClamdLimitError(answer);
    throw new ClamdError(`an answer that isn’t understood: ${answer.slice(0, 200)}`);
  },
  async version() {
    const answer = await ask(address, seconds, 'VERSION');
    if (!answer.startsWith('ClamAV ')) throw new ClamdError(`an answer that isn’t clamd’s: ${answer.slice(0, 60)}`);
    return answer;
  },
});
