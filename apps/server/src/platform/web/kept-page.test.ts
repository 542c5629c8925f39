import { randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { NONCE_LENGTH, keepPage, writeNonce } from './kept-page.ts';

const nonceOf = () => randomBytes(18).toString('base64url');
const SLOT = nonceOf();
const keep = (body: string) => keepPage({ status: 200, headers: [], body }, SLOT);
const words = (count: number) => Array.from({ length: count }, (_, index) => `word${(index * 7919) % 1000}`).join(' ');

describe('a kept page', () => {
  it('is one gzip file that holds any nonce, and the same page uncompressed', () => {
    const bodies = [
      `<p>no nonce, “quoted”</p>${words(300)}`,
      `<script nonce="${SLOT}">${words(20_000)}</script><script nonce="${SLOT}">${words(20_000)}</script>`,
      `${SLOT}${SLOT}begins and ends with it, twice${words(10)}${SLOT}`,
      // Farther apart than deflate refers back.
      `${SLOT}${words(8000)}${SLOT}${words(3000)}${SLOT}${words(6000)}`,
      // The bytes that stand for the nonce.
      `\u0001\u0002\u0003${SLOT}\u0001\u0002\u0003\u0004\u0005 ${words(50)}${SLOT}`,
      // Nothing around the nonces repeats.
      Array.from({ length: 40 }, () => randomBytes(900).toString('base64')).join(SLOT),
      '',
    ];
    for (const body of bodies) {
      const page = keep(body);
      for (const nonce of [nonceOf(), nonceOf()]) {
        expect(nonce).toHaveLength(NONCE_LENGTH);
        const whole = body.replaceAll(SLOT, nonce);
        expect(gunzipSync(page.gzip(nonce)).toString()).toBe(whole);
        expect(writeNonce(page.unpack(), nonce).toString()).toBe(whole);
      }
    }
  });

  it('is about as small as if it were compressed whole', () => {
    const body =
      Array.from({ length: 60 }, (_, index) => `<link href="/assets/${words(1 + (index % 3))}.js" nonce="${SLOT}"/>`).join('') +
      words(5000);
    expect(keep(body).size).toBeLessThan(gzipSync(body).length + 100);
  });
});
