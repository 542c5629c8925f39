import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Keeps small secrets in the database so that the database alone doesn't tell them: AES-256-GCM under a key of DATA_DIR. What a value
 * belongs to is sealed in with it, so that no row's value opens in another's place.
 */
export interface Sealing {
  /** @param belongsTo such as `twoFactor:<account id>`; needed again to open it */
  seal(value: unknown, belongsTo: string): Buffer;
  /** @throws Error when it was sealed by another key, for something else, or changed */
  open<T>(sealed: Buffer, belongsTo: string): T;
  /**
   * The same for the same value, and telling nothing of it to whoever lacks the key, also of values that could all be tried (addresses).
   * @param purpose fingerprints of different purposes can't be compared
   */
  fingerprint(value: string, purpose: string): string;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

export const createSealing = (secret: string): Sealing => {
  const key = createHash('sha256').update(secret).digest();
  return {
    seal(value, belongsTo) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(belongsTo));
      const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]);
    },
    open<T>(sealed: Buffer, belongsTo: string): T {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(belongsTo))
        .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return JSON.parse(Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')) as T;
    },
    fingerprint(value, purpose) {
      const own = Buffer.from(hkdfSync('sha256', key, '', `fingerprint:${purpose}`, 32));
      return createHmac('sha256', own).update(value).digest('base64url');
    },
  };
};
