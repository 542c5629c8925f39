import { SignJWT, jwtVerify } from 'jose';
import type { MediaServer } from './media-server.ts';

/** Claims of a stream's signed token. */
export interface StreamClaims {
  streamId: string;
  type: 'publish' | 'play';
  /** The grant it was made for, which the server's statistics name as its subscriber. */
  grantId: string;
}

const keyOf = ({ streamKey }: Pick<MediaServer, 'streamKey'>): Uint8Array => new TextEncoder().encode(streamKey);

/** A token that the server accepts for one stream and use until it expires. */
export const signStreamToken = (
  server: Pick<MediaServer, 'streamKey'>,
  { streamId, type, grantId }: StreamClaims,
  expiresAt: Date,
): Promise<string> => {
  const exp = Math.floor(expiresAt.getTime() / 1000);
  // The server's guide names the end `expireDate` for tokens made by hand, its code `exp`.
  return new SignJWT({ streamId, type, expireDate: exp })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(grantId)
    .setExpirationTime(exp)
    .sign(keyOf(server));
};

/** Reads a token of ours. @returns undefined for tokens that are foreign, expired or damaged */
export const readStreamToken = async (server: Pick<MediaServer, 'streamKey'>, token: string): Promise<StreamClaims | undefined> => {
  if (server.streamKey === '') return undefined;
  try {
    const { payload } = await jwtVerify(token, keyOf(server), { algorithms: ['HS256'] });
    const { streamId, type, sub: grantId } = payload;
    if (typeof streamId !== 'string' || typeof grantId !== 'string' || (type !== 'publish' && type !== 'play')) return undefined;
    return { streamId, type, grantId };
  } catch {
    return undefined;
  }
};
