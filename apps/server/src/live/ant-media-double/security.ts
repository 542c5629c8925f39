import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** A use of a stream that tokens name. */
export type StreamUse = 'publish' | 'play';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Decodes Base32 (RFC 4648). @returns undefined for anything else */
export const fromBase32 = (text: string): Buffer | undefined => {
  const bytes: number[] = [];
  let [bits, value] = [0, 0];
  for (const sign of text.toUpperCase().replace(/=+$/, '')) {
    const index = ALPHABET.indexOf(sign);
    if (index < 0) return undefined;
    value = ((value << 5) | index) & 0xfff;
    bits += 5;
    if (bits >= 8) bytes.push((value >> (bits -= 8)) & 0xff);
  }
  return Buffer.from(bytes);
};

/** The hash control: one value per stream and use, forever. */
export const streamHash = (streamId: string, use: StreamUse, secret: string): string =>
  createHash('sha256').update(`${streamId}${use}${secret}`).digest('hex');

/** The code of a period (RFC 6238 with SHA-1, six digits). */
export const totp = (key: Buffer, seconds: number, period: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(seconds / period)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const at = digest[digest.length - 1]! & 0xf;
  return String((digest.readUInt32BE(at) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
};

/** The key of a subscriber whom nobody registered: derived from a secret of the settings. */
export const derivedKey = (secret: string, subscriberId: string, streamId: string, use: StreamUse): Buffer => {
  const text = `${secret}${subscriberId}${streamId}${use}`;
  return Buffer.from(text.padEnd(Math.ceil(text.length / 8) * 8, 'X'));
};

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const sign = (text: string, secret: string): string => createHmac('sha256', secret).update(text).digest('base64url');

export const signJwt = (claims: Record<string, unknown>, secret: string): string => {
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${text}.${sign(text, secret)}`;
};

const parse = (part: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
};

export const isSame = (left: string, right: string): boolean => {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
};

/** Returns the claims of an HS256 token whose signature is right and whose `exp` is ahead. */
export const claimsOf = (token: string, secret: string, nowSeconds: number): Record<string, unknown> | undefined => {
  const [head, body, signature, ...rest] = token.split('.');
  if (head === undefined || body === undefined || signature === undefined || rest.length > 0 || secret === '') return undefined;
  if (parse(head)?.['alg'] !== 'HS256' || !isSame(signature, sign(`${head}.${body}`, secret))) return undefined;
  const claims = parse(body);
  const exp = claims?.['exp'];
  return exp === undefined || (typeof exp === 'number' && exp > nowSeconds) ? claims : undefined;
};
