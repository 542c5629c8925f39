import { Readable, type Transform, pipeline } from 'node:stream';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { chunksOf, webStreamOf } from '../platform/chunks.ts';
import { messageOf, systemCodeOf } from '../platform/thrown.ts';
import { BackupError, DamagedObject } from './backup-error.ts';

/** Fast; the checksum finds a damaged object when it is read. */
const ZSTD = {
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
};

/** How objects of a target are packed: always compressed, and encrypted when there are recipients. */
export interface Packing {
  /** Added to names. */
  suffix: '.zst' | '.zst.age';
  pack(source: Readable): Promise<Readable>;
}

/** A failure of one ends the other, and is the reader's. */
const through = (source: Readable, transform: Transform): Readable => pipeline(source, transform, () => {});

/** Bytes, and how many may wait. */
const BYTES = { objectMode: false, highWaterMark: 2 ** 20 };

const encryptStream = async (source: Readable, recipients: readonly string[]): Promise<Readable> => {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  return Readable.from(await encrypter.encrypt(webStreamOf(source)), BYTES);
};

/**
 * @param recipients of age, `age1…`; empty for no encryption
 * @throws BackupError when one isn't a recipient
 */
export const createPacking = (recipients: readonly string[]): Packing => {
  for (const recipient of recipients) {
    try {
      new Encrypter().addRecipient(recipient);
    } catch (error) {
      throw new BackupError(`BACKUP_RECIPIENTS: "${recipient}" is no recipient of age; it begins with "age1".`, { cause: error });
    }
  }
  return {
    suffix: recipients.length > 0 ? '.zst.age' : '.zst',
    async pack(source) {
      const compressed = through(source, createZstdCompress(ZSTD));
      return recipients.length > 0 ? encryptStream(compressed, recipients) : compressed;
    },
  };
};

/** Errors of the format, against those of a disk or a network. */
const isDamage = (error: unknown): boolean => /^(ZSTD|Z_)/.test(systemCodeOf(error) ?? 'ZSTD');

/** Unpacked content, whose failure says which object is damaged. */
const decompressed = (name: string, source: Readable): Readable => {
  const content = through(source, createZstdDecompress());
  const read = async function* () {
    try {
      for await (const chunk of chunksOf(content)) yield chunk;
    } catch (error) {
      throw isDamage(error) ? new DamagedObject(`${name} is damaged (${messageOf(error)}).`, { cause: error }) : error;
    } finally {
      content.destroy();
    }
  };
  return Readable.from(read(), BYTES);
};

/** Reads packed objects. */
export interface Unpacking {
  /** @param name the object's, whose end tells how it is packed. @throws BackupError */
  unpack(name: string, source: Readable): Promise<Readable>;
}

/** The identities in a file as age-keygen writes it: one a line, with comments. @throws BackupError when there is none */
export const identitiesIn = (text: string, path: string): string[] => {
  const identities = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('AGE-SECRET-KEY-'));
  if (identities.length === 0) throw new BackupError(`${path} holds no identity of age; a line of it begins with "AGE-SECRET-KEY-".`);
  return identities;
};

/** @param identities of age, `AGE-SECRET-KEY-…` */
export const createUnpacking = (identities: readonly string[]): Unpacking => ({
  async unpack(name, source) {
    if (!name.endsWith('.age')) return decompressed(name, source);
    if (identities.length === 0) {
      source.destroy();
      throw new BackupError('This backup is encrypted: name the file of its identity with --identity FILE.');
    }
    const decrypter = new Decrypter();
    for (const identity of identities) decrypter.addIdentity(identity);
    let opened;
    try {
      opened = await decrypter.decrypt(webStreamOf(source));
    } catch (error) {
      if (/no identity matched/i.test(messageOf(error)))
        throw new BackupError('This backup is encrypted for another identity: name the right file with --identity FILE.', { cause: error });
      throw new DamagedObject(`${name} is damaged (${messageOf(error)}).`, { cause: error });
    }
    return decompressed(name, Readable.from(opened, BYTES));
  },
});
