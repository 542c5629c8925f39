import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { CodedError } from '../errors.ts';

/**
 * A pass-through stream that counts and hashes its data.
 * @param maxBytes more than this destroys the stream with FILE_TOO_LARGE
 * @returns the stream, and a function that returns size and hash (hex) after its end, callable once
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
