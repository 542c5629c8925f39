import { randomBytes } from 'node:crypto';
import { RtmpError } from './rtmp-error.ts';

const VERSION = 3;
const BLOCK = 1536;

/**
 * The plain handshake (RTMP 1.0, section 5.2), which every publisher takes. The client's last block isn't judged: some fill it with anything.
 */
export const createHandshake = () => {
  let held: Buffer = Buffer.alloc(0);
  let hasAnswered = false;
  let isDone = false;
  return {
    isDone: (): boolean => isDone,
    /** @returns what to send, and the bytes after the handshake once it is done @throws RtmpError when it is no RTMP */
    push(arrived: Buffer): { answer?: Buffer; rest: Buffer } {
      held = Buffer.concat([held, arrived]);
      if (held.length > 0 && held[0] !== VERSION) throw new RtmpError('the handshake is not RTMP');
      let answer: Buffer | undefined;
      if (!hasAnswered && held.length >= 1 + BLOCK) {
        hasAnswered = true;
        const theirs = held.subarray(1, 1 + BLOCK);
        // Four zero bytes: a version there would promise digests.
        const ours = Buffer.concat([theirs.subarray(0, 4), Buffer.alloc(4), randomBytes(BLOCK - 8)]);
        answer = Buffer.concat([Buffer.from([VERSION]), ours, theirs]);
      }
      if (held.length < 1 + 2 * BLOCK) return { ...(answer ? { answer } : {}), rest: Buffer.alloc(0) };
      isDone = true;
      const rest = held.subarray(1 + 2 * BLOCK);
      held = Buffer.alloc(0);
      return { ...(answer ? { answer } : {}), rest };
    },
  };
};
