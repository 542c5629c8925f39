import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

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
   * A keyed hash: equal for equal values, and useless without the key even where all possible values could be tried (addresses).
   * @param purpose fingerprints of different purposes can't be compared
   */
  fingerprint(value: string, purpose: string): string;
  /** 32 bytes derived from the key, always the same for a purpose; they don't reveal the key. */
  derive(purpose: string): Buffer;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

export const createEncryption = (secret: string): Encryption => {
  const key = createHash('sha256').update(secret).digest();
  return {
    encrypt(value, context) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]);
    },
    decrypt<T>(encrypted: Buffer, context: string): T {
      const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(context))
        .setAuthTag(encrypted.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const body = encrypted.subarray(IV_BYTES + TAG_BYTES);
      return JSON.parse(Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')) as T;
    },
    derive: (purpose) => Buffer.from(hkdfSync('sha256', key, '', `derive:${purpose}`, 32)),
    fingerprint(value, purpose) {
      const purposeKey = Buffer.from(hkdfSync('sha256', key, '', `fingerprint:${purpose}`, 32));
      return createHmac('sha256', purposeKey).update(value).digest('base64url');
    },
  };
};
