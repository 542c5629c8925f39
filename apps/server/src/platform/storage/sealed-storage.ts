import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable, Transform, pipeline } from 'node:stream';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { sql } from 'kysely';
import { chunksOf, webStreamOf } from '../chunks.ts';
import type { Database } from '../database/database.ts';
import type { Encryption } from '../encryption.ts';
import { CodedError } from '../errors.ts';
import type { ByteRange, Storage } from './storage.ts';

/** Files under this folder are encrypted. */
const SEALED = 'sealed/';

export const isSealedKey = (key: string): boolean => key.startsWith(SEALED);
/** The key of a file's encrypted copy: always the same one, so that a repeated call finds it. */
export const sealedKeyOf = (key: string): string => `${SEALED}${key}`;

/** Binds a file's identity to the file. */
export const sealedFileContext = (key: string): string => `sealedFile:${key}`;

const BYTES = { objectMode: false, highWaterMark: 2 ** 16 };

/** Counts and hashes what goes through. */
const createMeter = (maxBytes: number) => {
  const hash = createHash('sha256');
  let bytes = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) return done(new CodedError('FILE_TOO_LARGE'));
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { through, result: () => ({ bytes, sha256: hash.digest('hex') }) };
};

/** The part of a stream between two bytes, both included. */
async function* partOf(source: AsyncIterable<Uint8Array>, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const chunk of source) {
    const part = chunk.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at));
    at += chunk.length;
    if (part.length > 0) yield part;
    if (at > end) return;
  }
}

/**
 * A storage whose folder `sealed` holds encrypted files: each with a key of its own (age), which the database keeps encrypted under the
 * keys of DATA_DIR. Neither the disk, the bucket, a copy of the database nor the cache of objects reveals them alone.
 */
export const createSealedStorage = (inner: Storage, { database, encryption }: { database: Database; encryption: Encryption }): Storage => {
  const find = async (key: string) => {
    const row = await database
      .selectFrom('sealed_files')
      .select(['identity_sealed', 'bytes'])
      .where('storage_key', '=', key)
      .executeTakeFirst();
    if (!row) throw new CodedError('NOT_FOUND');
    return { identity: encryption.decrypt<string>(row.identity_sealed, sealedFileContext(key)), bytes: Number(row.bytes) };
  };

  const put: Storage['put'] = async (key, source, options) => {
    if (!isSealedKey(key)) return inner.put(key, source, options);
    const identity = await generateX25519Identity();
    const encrypter = new Encrypter();
    encrypter.addRecipient(await identityToRecipient(identity));
    const meter = createMeter(options.maxBytes ?? Infinity);
    const plain = Readable.from(source instanceof Readable ? chunksOf(source) : [source], BYTES);
    // Its failure is the reader's.
    const metered = pipeline(plain, meter.through, () => {});
    const encrypted = Readable.from(await encrypter.encrypt(webStreamOf(metered)), BYTES);
    await inner.put(key, encrypted, { contentType: 'application/octet-stream' });
    const done = meter.result();
    const row = { identity_sealed: encryption.encrypt(identity, sealedFileContext(key)), bytes: BigInt(done.bytes) };
    await database
      .insertInto('sealed_files')
      .values({ storage_key: key, ...row })
      .onConflict((conflict) => conflict.column('storage_key').doUpdateSet(row))
      .execute();
    return done;
  };

  return {
    ...inner,
    put,
    async take(key, path, options) {
      if (!isSealedKey(key)) return inner.take(key, path, options);
      const done = await put(key, createReadStream(path), options);
      await rm(path, { force: true });
      return done;
    },
    async stat(key) {
      if (!isSealedKey(key)) return inner.stat(key);
      const [{ modifiedAt }, { bytes }] = await Promise.all([inner.stat(key), find(key)]);
      return { bytes, modifiedAt };
    },
    async open(key, range) {
      if (!isSealedKey(key)) return inner.open(key, range);
      const { identity, bytes } = await find(key);
      const { stream, modifiedAt } = await inner.open(key);
      const decrypter = new Decrypter();
      decrypter.addIdentity(identity);
      const plain = await decrypter.decrypt(webStreamOf(stream));
      return { stream: Readable.from(range ? partOf(plain, range) : plain, BYTES), bytes, modifiedAt };
    },
    async remove(key) {
      await inner.remove(key);
      if (isSealedKey(key)) await database.deleteFrom('sealed_files').where('storage_key', '=', key).execute();
    },
    async removeFolder(folder) {
      await inner.removeFolder(folder);
      if (isSealedKey(`${folder}/`)) await sql`delete from sealed_files where starts_with(storage_key, ${`${folder}/`})`.execute(database);
    },
    localPath(key) {
      if (isSealedKey(key)) throw new Error(`${key} is encrypted: no program may read it from the disk.`);
      return inner.localPath(key);
    },
  };
};
