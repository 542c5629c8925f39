import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { NONCE_LENGTH, keepPage, writeNonce } from './kept-page.ts';

const nonceOf = () => randomBytes(18).toString('base64url');
const SLOT = nonceOf();
const keep = (body: string) => keepPage({ status: 200, headers: [], body }, SLOT);
const words = (count: number) => Array.from({ length: count }, (_, index) => `word${(index * 7919) % 1000}`).join(' ');

describe('a kept page', () => {
  it('is one gzip file that holds any nonce, and the same page uncompressed', async () => {
    const bodies = [
      `<p>no nonce, “quoted”</p>${words(300)}`,
      `<script nonce="${SLOT}">${words(20_000)}</script><script nonce="${SLOT}">${words(20_000)}</script>`,
      `${SLOT}${SLOT}begins and ends with it, twice${words(10)}${SLOT}`,
      `zero \0 bytes \0\0\0${SLOT}\0\0\0\0\0\0 ${words(50)}${SLOT}`,
      '',
    ];
    for (const body of bodies) {
      const page = await keep(body);
      for (const nonce of [nonceOf(), nonceOf()]) {
        expect(nonce).toHaveLength(NONCE_LENGTH);
        const whole = body.replaceAll(SLOT, nonce);
        expect(gunzipSync(page.gzip(nonce)).toString()).toBe(whole);
        expect(writeNonce(await page.unpack(), nonce).toString()).toBe(whole);
      }
    }
  });

  it('is held compressed across its nonces', async () => {
    const text = words(2000);
    const [one, ten] = await Promise.all([keep(text), keep(Array.from({ length: 10 }, () => text).join(`<script nonce="${SLOT}">`))]);
    expect(ten.size).toBeLessThan(one.size * 3);
  });
});
