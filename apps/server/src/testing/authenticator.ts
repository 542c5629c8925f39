import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { z } from 'zod';

// An authenticator in software that speaks WebAuthn (https://www.w3.org/TR/webauthn-3/): ES256 keys, no attestation.

interface Credential {
  id: Buffer;
  privateKey: KeyObject;
  userHandle: string;
  counter: number;
}

/** The browser's input to an authenticator, and a test's deviations from it. */
export interface Ceremony {
  /** The origin of the page that asks. */
  origin: string;
  /** The host that the passkey is for; the options' own by default. */
  rpId?: string;
  /** The user was verified, by a finger or a PIN. */
  isVerified?: boolean;
}

const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string().optional() }).optional(),
  user: z.object({ id: z.string() }).optional(),
});
const requestOptions = z.object({ challenge: z.string(), rpId: z.string().optional() });

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();
const clientDataOf = (type: 'webauthn.create' | 'webauthn.get', challenge: string, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
/** Flags: present, verified, and that a credential follows. */
const flagsOf = (isVerified: boolean, hasCredential: boolean): number => 0x01 | (isVerified ? 0x04 : 0) | (hasCredential ? 0x40 : 0);

const headOf = (rpId: string, flags: number, counter: number): Buffer => {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
};

/** The public key as COSE: EC2, ES256, P-256. */
const coseOf = (publicKey: KeyObject): Buffer => {
  const { x, y } = publicKey.export({ format: 'jwk' });
  const key = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x!, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y!, 'base64url'))],
  ]);
  return Buffer.from(isoCBOR.encode(key));
};

export interface Authenticator {
  /** Creates a passkey. @returns a RegistrationResponseJSON */
  create(options: object, ceremony: Ceremony): Record<string, unknown> & { id: string; rawId: string };
  /** Signs a challenge by the newest passkey. @returns an AuthenticationResponseJSON */
  get(options: object, ceremony: Ceremony): Record<string, unknown> & { id: string; rawId: string };
  /** A copy with the same keys and counters, as a thief would have it. */
  copy(): Authenticator;
}

/** @param counts whether it counts its signatures; synced passkeys don't */
export const createAuthenticator = (counts = true, known: readonly Credential[] = []): Authenticator => {
  const credentials = known.map((credential) => ({ ...credential }));
  const answer = (id: Buffer, response: object) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    authenticatorAttachment: 'platform',
    clientExtensionResults: {},
    response,
  });
  return {
    create(given, { origin, rpId, isVerified = true }) {
      const options = creationOptions.parse(given);
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const credential = { id: randomBytes(32), privateKey, userHandle: options.user!.id, counter: counts ? 1 : 0 };
      credentials.push(credential);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credential.id.length);
      const authData = Buffer.concat([
        headOf(rpId ?? options.rp!.id!, flagsOf(isVerified, true), credential.counter),
        Buffer.alloc(16),
        length,
        credential.id,
        coseOf(publicKey),
      ]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]);
      return answer(credential.id, {
        clientDataJSON: clientDataOf('webauthn.create', options.challenge, origin).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
        transports: ['internal'],
      });
    },
    get(given, { origin, rpId, isVerified = true }) {
      const options = requestOptions.parse(given);
      const credential = credentials.at(-1)!;
      if (counts) credential.counter += 1;
      const authData = headOf(rpId ?? options.rpId!, flagsOf(isVerified, false), credential.counter);
      const clientData = clientDataOf('webauthn.get', options.challenge, origin);
      const signature = createSign('sha256')
        .update(Buffer.concat([authData, sha256(clientData)]))
        .sign(credential.privateKey);
      return answer(credential.id, {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: credential.userHandle,
      });
    },
    copy: () => createAuthenticator(counts, credentials),
  };
};
