import { describe, expect, it } from 'vitest';
import { type RenderedPage, createPageCache } from './page-cache.ts';

const page = (body: string, status = 200): RenderedPage => ({ status, headers: [], body });

const setUp = () => {
  let time = 0;
  const cache = createPageCache({ ttlMs: 1000, maxPages: 2, now: () => time });
  return { cache, pass: (ms: number) => (time += ms) };
};

describe('the page cache', () => {
  it('renders once for concurrent requests, and for a while after', async () => {
    const { cache, pass } = setUp();
    let renderings = 0;
    const render = async () => page(`${(renderings += 1)}`);
    const [first, second] = await Promise.all([cache.get('a', render), cache.get('a', render)]);
    pass(999);
    const third = await cache.get('a', render);
    expect([first?.body, second?.body, third.body]).toEqual(['1', '1', '1']);
    pass(1);
    expect((await cache.get('a', render)).body).toBe('2');
  });

  it('stores no page that was not found, and none that failed', async () => {
    const { cache } = setUp();
    await cache.get('a', async () => page('gone', 404));
    await expect(cache.get('b', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(cache.size()).toBe(0);
    expect((await cache.get('a', async () => page('here'))).body).toBe('here');
  });

  it('drops a page that was being rendered when it was purged', async () => {
    const { cache } = setUp();
    let finish = (_page: RenderedPage): void => undefined;
    const slow = cache.get('a', () => new Promise((resolve) => (finish = resolve)));
    cache.purge();
    finish(page('before the takedown'));
    expect((await slow).body).toBe('before the takedown');
    expect((await cache.get('a', async () => page('after'))).body).toBe('after');
  });

  it('stores no more pages than its limit', async () => {
    const { cache } = setUp();
    for (const key of ['a', 'b', 'c']) await cache.get(key, async () => page(key));
    expect(cache.size()).toBe(2);
    expect((await cache.get('a', async () => page('anew'))).body).toBe('anew');
  });
});
