import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { LIFETIMES, RENEWAL_SHARE } from '../caching/limits.ts';
import { GENERAL, createPurges } from '../caching/purges.ts';
import { keepPage } from './kept-page.ts';
import { type MakePage, createPageCache } from './page-cache.ts';

const NONCE = 'n'.repeat(24);

const making =
  (body: string, tags: string[] = ['ada'], { status = 200, madeAt = Infinity } = {}): MakePage =>
  async () => ({ page: keepPage({ status, headers: [], body }, 'no such slot'), shown: { tags, madeAt } });

const setUp = (options: { maxBytes?: number; maxPlainBytes?: number } = {}) => {
  let time = 0;
  const purges = createPurges();
  const cache = createPageCache({ purges, now: () => time, ...options });
  const textOf = async (key: string, make: MakePage) => gunzipSync((await cache.get(key, make)).gzip(NONCE)).toString();
  /** Resolves once what is made in the background is kept. */
  const renewed = (key: string, body: string) => vi.waitFor(async () => expect(await textOf(key, making('unexpected'))).toBe(body));
  return { cache, purges, textOf, renewed, pass: (ms: number) => (time += ms) };
};

describe('the page cache', () => {
  it('makes a page once for all who ask meanwhile and while it is fresh', async () => {
    const { textOf, pass } = setUp();
    let made = 0;
    const make: MakePage = () => making(`${(made += 1)}`)();
    expect(await Promise.all([textOf('a', make), textOf('a', make)])).toEqual(['1', '1']);
    pass(LIFETIMES.ofPerformers.freshMs - 1);
    expect(await textOf('a', make)).toBe('1');
  });

  it('serves an older page while it makes one new one, and none that is too old', async () => {
    const { textOf, renewed, pass } = setUp();
    for (const [key, tags, { freshMs, staleMs }] of [
      ['list', [GENERAL], LIFETIMES.general],
      ['profile', ['ada'], LIFETIMES.ofPerformers],
    ] as const) {
      await textOf(key, making('1', [...tags]));
      pass(freshMs);
      let made = 0;
      const make: MakePage = () => making(`${(made += 1) + 1}`, [...tags])();
      expect(await Promise.all([textOf(key, make), textOf(key, make)])).toEqual(['1', '1']);
      await renewed(key, '2');
      expect(made).toBe(1);
      pass(freshMs + staleMs);
      expect(await textOf(key, making('later', [...tags]))).toBe('later');
    }
  });

  it('is as old as the oldest answer in it', async () => {
    const { textOf, renewed, pass } = setUp();
    pass(50_000);
    await textOf('a', making('1', ['ada'], { madeAt: 10_000 }));
    pass(20_000);
    expect(await textOf('a', making('2'))).toBe('1');
    await renewed('a', '2');
  });

  it('renews performers’ pages one at a time, for a part of its time', async () => {
    const { textOf, renewed, pass } = setUp();
    for (const key of ['a', 'b']) await textOf(key, making('old'));
    pass(LIFETIMES.ofPerformers.freshMs);
    let finish = (): void => undefined;
    await textOf('a', async () => {
      await new Promise<void>((resolve) => (finish = resolve));
      return making('new a')();
    });
    const makeB = vi.fn<MakePage>(making('new b'));
    await textOf('b', makeB);
    pass(10);
    finish();
    await renewed('a', 'new a');
    pass(10 * (RENEWAL_SHARE - 1) - 1);
    await textOf('b', makeB);
    expect(makeB).not.toHaveBeenCalled();
    pass(1);
    expect(await textOf('b', makeB)).toBe('old');
    await renewed('b', 'new b');
  });

  it('keeps no page that was not found, and none that failed; a kept one outlives a failure, but not its address', async () => {
    const { cache, textOf, pass } = setUp();
    await textOf('a', making('gone', ['ada'], { status: 404 }));
    await expect(textOf('b', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(cache.size()).toBe(0);
    expect(await textOf('a', making('here', [GENERAL]))).toBe('here');
    pass(LIFETIMES.general.freshMs);
    for (const make of [
      making('busy', [], { status: 503 }),
      () => Promise.reject(new Error('broken')),
      making('many', [], { status: 429 }),
    ]) {
      const failing = vi.fn<MakePage>(make);
      expect(await textOf('a', failing)).toBe('here');
      await vi.waitFor(() => expect(failing.mock.settledResults).toHaveLength(1));
      // The cache reacts in the same task.
      await new Promise(setImmediate);
    }
    expect(await textOf('a', making('gone', [], { status: 404 }))).toBe('here');
    await vi.waitFor(() => expect(cache.size()).toBe(0));
  });

  it('forgets what shows a purged performer, and nothing else', async () => {
    const { purges, textOf, renewed } = setUp();
    await textOf('a', making('1', ['ada']));
    await textOf('b', making('1', ['bo']));
    purges.purge(['ada']);
    expect(await Promise.all([textOf('a', making('2')), textOf('b', making('2'))])).toEqual(['2', '1']);
    purges.outdate(['bo']);
    expect(await textOf('b', making('2', ['bo']))).toBe('1');
    await renewed('b', '2');

    await textOf('list', making('1', [GENERAL, 'bo']));
    purges.outdate(['bo']);
    const make = vi.fn<MakePage>(making('2', [GENERAL]));
    expect([await textOf('list', make), make.mock.calls]).toEqual(['1', []]);
  });

  it('forgets a page that was being made when it was purged; who asks afterwards gets a new one', async () => {
    const { purges, textOf } = setUp();
    let finish = (): void => undefined;
    const slow: MakePage = async () => {
      await new Promise<void>((resolve) => (finish = resolve));
      return making('before the takedown')();
    };
    const early = textOf('a', slow);
    purges.purge(['ada']);
    const later = textOf('a', making('after'));
    finish();
    expect([await early, await later]).toEqual(['before the takedown', 'after']);
    expect(await textOf('a', making('unexpected'))).toBe('after');

    // A purge of somebody else makes nobody wait again.
    const other = textOf('b', slow);
    purges.purge(['bo']);
    const joined = textOf('b', making('unexpected'));
    finish();
    expect([await other, await joined]).toEqual(['before the takedown', 'before the takedown']);
  });

  it('holds no more bytes than it may, compressed or not', async () => {
    const { cache, textOf } = setUp({ maxBytes: 20_000, maxPlainBytes: 20_000 });
    for (const key of ['a', 'b', 'c', 'd']) await textOf(key, making(randomBytes(3000).toString('hex')));
    expect(cache.size()).toBeLessThanOrEqual(20_000);
    expect(await textOf('a', making('anew'))).toBe('anew');
    const page = await cache.get('a', making('unexpected'));
    for (let time = 0; time < 2; time += 1) expect(cache.plain(page, NONCE).toString()).toBe('anew');
  });
});
