import { jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import { readStreamToken, signStreamToken } from './stream-tokens.ts';

const SERVER = { streamKey: '0123456789abcdef0123456789abcdef' };
const CLAIMS = { streamId: 'stream1', type: 'play', grantId: '01a22a69-a8ca-7bae-8c4e-52cecb7829b4' } as const;
const inSeconds = (seconds: number): Date => new Date(Date.now() + seconds * 1000);

describe('tokens of streams', () => {
  test('name the stream, its use, their grant and when they end', async () => {
    const end = inSeconds(75);
    const token = await signStreamToken(SERVER, CLAIMS, end);
    const { payload, protectedHeader } = await jwtVerify(token, new TextEncoder().encode(SERVER.streamKey));
    expect(protectedHeader).toEqual({ alg: 'HS256', typ: 'JWT' });
    const exp = Math.floor(end.getTime() / 1000);
    expect(payload).toEqual({ streamId: 'stream1', type: 'play', sub: CLAIMS.grantId, exp, expireDate: exp });
    expect(await readStreamToken(SERVER, token)).toEqual(CLAIMS);
  });

  test('are refused when they are of another key, expired, changed or unsigned', async () => {
    const token = await signStreamToken(SERVER, CLAIMS, inSeconds(75));
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`;
    for (const wrong of [
      await signStreamToken({ streamKey: 'f'.repeat(32) }, CLAIMS, inSeconds(75)),
      await signStreamToken(SERVER, CLAIMS, inSeconds(-1)),
      token.slice(0, -2),
      unsigned,
      '',
      // A vector of Ant Media's documents: signed with the key, but without a grant.
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdHJlYW1JZCI6InN0cmVhbTEiLCJ0eXBlIjoicGxheSIsImV4cCI6MTkwMDAwMDAwMH0.5ChQc8UNmkndrkCXGXiptGI0Nka00wk4FhZd-zb5_-A',
    ])
      expect(await readStreamToken(SERVER, wrong)).toBeUndefined();
    expect(await readStreamToken({ streamKey: '' }, token)).toBeUndefined();
  });
});
