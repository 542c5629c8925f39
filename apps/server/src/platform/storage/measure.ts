import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { CodedError } from '../errors.ts';

/**
 * Counts and hashes what goes through on its way into storage.
 * @param maxBytes more than this breaks the stream with FILE_TOO_LARGE
 * @returns the stream, and what has gone through it once it has ended; the hash in hex, asked for once
 */
export const createMeasure = (maxBytes: number | undefined): { stream: Transform; measured: () => { bytes: number; sha256: string } } => {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (maxBytes !== undefined && bytes > maxBytes) return done(new CodedError('FILE_TOO_LARGE'));
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, measured: () => ({ bytes, sha256: hash.digest('hex') }) };
};
