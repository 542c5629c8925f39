import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** The keys that encrypt, by their age: the first one of a site, and those that followed it. */
export interface EncryptionKeys {
  /** The first key. Fingerprints and derived keys come from it, so that they stay the same for ever. */
  first: string;
  /** Ids of eight hexadecimal digits; the last one encrypts. */
  added: readonly { id: string; key: string }[];
}

/**
 * Encrypts small secrets for the database: AES-256-GCM under a key of DATA_DIR, so that the database alone does not reveal them.
 * The value's context is authenticated with it, so that a ciphertext copied to another row does not decrypt.
 */
export interface Encryption {
  /** @param context such as `twoFactor:<account id>`; decrypting needs the same one */
  encrypt(value: unknown, context: string): Buffer;
  /** @throws Error when it was encrypted with another key or context, or was changed */
  decrypt<T>(encrypted: Buffer, context: string): T;
  /**
   * Encrypts a value again with the newest key.
   * @returns undefined when it is the newest one's already
   * @throws Error like `decrypt`
   */
  renew(encrypted: Buffer, context: string): Buffer | undefined;
  /** How every value begins that is encrypted with the newest key; undefined while that is the site's first one. */
  newestPrefix(): Buffer | undefined;
  /** Reads the keys again, after one was added on this machine. */
  reload(): void;
  /**
   * A keyed hash: equal for equal values, and useless without the key even where all possible values could be tried (addresses).
   * @param purpose fingerprints of different purposes can't be compared
   */
  fingerprint(value: string, purpose: string): string;
  /** 32 bytes derived from the key, always the same for a purpose; they don't reveal the key. */
  derive(purpose: string): Buffer;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Values of added keys begin with this and the key's id. The first key's begin with their random vector. */
const MARK = Buffer.from('SDK1');
const ID_BYTES = 4;
const PREFIX_BYTES = MARK.length + ID_BYTES;

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
/** How every value begins that an added key encrypted. */
export const prefixOfKey = (id: string): Buffer => Buffer.concat([MARK, Buffer.from(id, 'hex')]);

const seal = (key: Buffer, value: unknown, context: string): Buffer => {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
};

const unseal = <T>(key: Buffer, sealed: Buffer, context: string): T => {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const body = sealed.subarray(IV_BYTES + TAG_BYTES);
  return JSON.parse(Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')) as T;
};

/**
 * @param first the site's keys, or its first one alone
 * @param read reads them again: another process may have added one
 */
export const createEncryption = (first: string | EncryptionKeys, read?: () => EncryptionKeys): Encryption => {
  const original = hashOf(typeof first === 'string' ? first : first.first);
  let added = new Map<string, Buffer>();
  let newest: { prefix: Buffer; key: Buffer } | undefined;
  const adopt = (keys: EncryptionKeys): void => {
    added = new Map(keys.added.map(({ id, key }) => [id, hashOf(key)]));
    const last = keys.added.at(-1);
    newest = last && { prefix: prefixOfKey(last.id), key: hashOf(last.key) };
  };
  if (typeof first !== 'string') adopt(first);
  const reload = (): void => {
    if (read) adopt(read());
  };
  /** The key that a value's beginning names. */
  const keyOf = (encrypted: Buffer): Buffer | undefined => {
    if (!encrypted.subarray(0, MARK.length).equals(MARK)) return undefined;
    const id = encrypted.subarray(MARK.length, PREFIX_BYTES).toString('hex');
    if (!added.has(id)) reload();
    return added.get(id);
  };
  const encryption: Encryption = {
    encrypt: (value, context) =>
      newest ? Buffer.concat([newest.prefix, seal(newest.key, value, context)]) : seal(original, value, context),
    decrypt<T>(encrypted: Buffer, context: string): T {
      const key = keyOf(encrypted);
      if (!key) return unseal(original, encrypted, context);
      try {
        return unseal(key, encrypted.subarray(PREFIX_BYTES), context);
      } catch (error) {
        // One in four billion random vectors of the first key looks like a mark.
        try {
          return unseal(original, encrypted, context);
        } catch {
          throw error;
        }
      }
    },
    renew(encrypted, context) {
      const value = encryption.decrypt(encrypted, context);
      if (!newest || encrypted.subarray(0, PREFIX_BYTES).equals(newest.prefix)) return undefined;
      return encryption.encrypt(value, context);
    },
    newestPrefix: () => newest?.prefix,
    reload,
    derive: (purpose) => Buffer.from(hkdfSync('sha256', original, '', `derive:${purpose}`, 32)),
    fingerprint(value, purpose) {
      const purposeKey = Buffer.from(hkdfSync('sha256', original, '', `fingerprint:${purpose}`, 32));
      return createHmac('sha256', purposeKey).update(value).digest('base64url');
    },
  };
  return encryption;
};
