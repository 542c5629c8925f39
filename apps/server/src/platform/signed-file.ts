import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import type { Encryption } from './encryption.ts';

// Signs and verifies files, without the database: the commands that verify statements and minutes need this file.

/** DER of a private key of Ed25519 (RFC 8410) up to its 32 bytes. */
const PRIVATE_KEY_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Signs files with the key that 32 bytes make. */
export const createSigner = (seed: Buffer) => {
  const privateKey = createPrivateKey({ key: Buffer.concat([PRIVATE_KEY_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64');
  return { publicKey, sign: (text: string): string => sign(null, Buffer.from(text, 'utf8'), privateKey).toString('base64') };
};

export type Signer = ReturnType<typeof createSigner>;

/** The site's own key, which `GET /payout-statements/key` publishes. Its purpose is named after the first files that it signed. */
export const siteSigner = (platform: { encryption: Encryption }): Signer => createSigner(platform.encryption.derive('payout statements'));

export const sha256Of = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** Base64 as it is written once decoded: it may be written in several ways. */
export const canonicalBase64 = (base64: string): string => Buffer.from(base64, 'base64').toString('base64');

/** The text of a file; undefined when it isn't UTF-8, whose bytes would be read as others. */
export const readText = (content: Buffer): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return undefined;
  }
};

/** Returns whether a text is signed by a public key, both in base64. */
export const isSignedBy = (publicKey: string, signature: string, text: string): boolean => {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' && verify(null, Buffer.from(text, 'utf8'), key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
};
