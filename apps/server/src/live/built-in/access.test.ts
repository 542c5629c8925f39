import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLog } from '../../platform/telemetry/log.ts';
import { createMemoryAuthority } from '../testing/memory-authority.ts';
import { createAccess } from './access.ts';
import { createAudience } from './audience.ts';

const stage = () => {
  const memory = createMemoryAuthority();
  const id = memory.createShow();
  const access = createAccess(memory.authority, () => ({ id: 'node', url: 'http://localhost' }), createLog('silent'));
  return { memory, id, access };
};

describe('access', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['performance', 'Date', 'setTimeout', 'clearTimeout'] }));
  afterEach(() => vi.useRealTimers());

  test('asks once for concurrent requests, and again after two seconds', async () => {
    const { memory, id, access } = stage();
    const { token } = memory.grant(id, 'play');
    await Promise.all(Array.from({ length: 50 }, () => access.authorize(id, 'play', token)));
    expect(memory.authorizeCalls()).toBe(1);
    vi.advanceTimersByTime(2_001);
    await access.authorize(id, 'play', token);
    expect(memory.authorizeCalls()).toBe(2);
    await access.authorize(id, 'publish', memory.grant(id, 'publish').token, { skipCache: true });
    expect(memory.authorizeCalls()).toBe(3);
  });

  test('uses a cached grant for a minute while the authority is unavailable, and no longer', async () => {
    const { memory, id, access } = stage();
    const { token } = memory.grant(id, 'play');
    await access.authorize(id, 'play', token);
    memory.setUnavailable(true);
    vi.advanceTimersByTime(50_000);
    expect((await access.authorize(id, 'play', token)).streamId).toBe(id);
    vi.advanceTimersByTime(11_000);
    await expect(access.authorize(id, 'play', token)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  test('asks again in the background for up to four seconds, so that a slow authority stops nobody', async () => {
    const { memory, id, access } = stage();
    const { token } = memory.grant(id, 'play');
    await access.authorize(id, 'play', token);
    const { authorize } = memory.authority;
    memory.authority.authorize = () => new Promise(() => {});
    vi.advanceTimersByTime(3_900);
    expect((await access.authorize(id, 'play', token)).streamId).toBe(id);
    // Older than four seconds: it waits, until the authority counts as unavailable.
    vi.advanceTimersByTime(1_000);
    const waiting = access.authorize(id, 'play', token);
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await waiting).streamId).toBe(id);
    // Known to be unavailable: nobody waits for it.
    expect((await access.authorize(id, 'play', token)).streamId).toBe(id);
    memory.authority.authorize = authorize;
    await vi.advanceTimersByTimeAsync(3_000);
    await access.authorize(id, 'play', token);
    await expect(access.authorize(id, 'play', 'guess')).rejects.toMatchObject({ code: 'LIVE_TOKEN_INVALID' });
  });

  test('a refusal shows that the authority is available again: cached grants are confirmed before they are used', async () => {
    const { memory, id, access } = stage();
    const { token } = memory.grant(id, 'play');
    await access.authorize(id, 'play', token);
    memory.setUnavailable(true);
    vi.advanceTimersByTime(10_000);
    await access.authorize(id, 'play', token);
    memory.setUnavailable(false);
    await expect(access.authorize(id, 'play', 'guess')).rejects.toMatchObject({ code: 'LIVE_TOKEN_INVALID' });
    memory.revoke(token);
    await expect(access.authorize(id, 'play', token)).rejects.toMatchObject({ code: 'LIVE_TOKEN_INVALID' });
  });

  test('a grant that the authority revoked ends with the first request after its answer', async () => {
    const { memory, id, access } = stage();
    const taken = memory.grant(id, 'play');
    await access.authorize(id, 'play', taken.token);
    memory.revoke(taken.token);
    vi.advanceTimersByTime(2_001);
    await access.authorize(id, 'play', taken.token);
    await vi.advanceTimersByTimeAsync(0);
    await expect(access.authorize(id, 'play', taken.token)).rejects.toMatchObject({ code: 'LIVE_TOKEN_INVALID' });
  });

  test('ends when a grant expires or is revoked, even if it is cached', async () => {
    const { memory, id, access } = stage();
    const short = memory.grant(id, 'play', new Date(Date.now() + 500));
    await access.authorize(id, 'play', short.token);
    vi.advanceTimersByTime(501);
    await expect(access.authorize(id, 'play', short.token)).rejects.toMatchObject({ code: 'LIVE_TOKEN_INVALID' });
    const taken = memory.grant(id, 'play');
    await access.authorize(id, 'play', taken.token);
    memory.setUnavailable(true);
    access.revoke(taken.grantId);
    await expect(access.authorize(id, 'play', taken.token)).rejects.toMatchObject({ code: 'LIVE_TOKEN_INVALID' });
  });

  test('lets the viewers of a show watch its end, and nobody else', async () => {
    const { memory, id, access } = stage();
    const there = memory.grant(id, 'play');
    await access.authorize(id, 'play', there.token);
    memory.endShow(id);
    vi.advanceTimersByTime(4_001);
    expect((await access.authorize(id, 'play', there.token, { isHosted: true })).grantId).toBe(there.grantId);
    await expect(access.authorize(id, 'play', there.token)).rejects.toMatchObject({ code: 'LIVE_ENDED' });
    await expect(access.authorize(id, 'play', memory.grant(id, 'play').token, { isHosted: true })).rejects.toMatchObject({
      code: 'LIVE_ENDED',
    });
  });

  test('answers guessed tokens from the cache, and gives up on an authority that hangs', async () => {
    const { memory, id, access } = stage();
    for (let count = 0; count < 10; count += 1)
      await expect(access.authorize(id, 'play', 'guess')).rejects.toMatchObject({ code: 'LIVE_TOKEN_INVALID' });
    expect(memory.authorizeCalls()).toBe(1);
    memory.authority.authorize = () => new Promise(() => {});
    const waiting = access.authorize(id, 'play', 'other').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(3_100);
    expect(await waiting).toMatchObject({ code: 'UNAVAILABLE' });
  });
});

test('an audience counts recent viewers and their watch time', () => {
  let now = 0;
  const audience = createAudience(() => now);
  for (; now <= 20_000; now += 2_000) audience.recordActivity({ key: 'a', grantId: 'a' });
  audience.recordActivity({ key: 'stranger', grantId: null });
  expect(audience.snapshot()).toEqual({ viewers: 2, watching: [{ grantId: 'a', watchedMs: 20_000 }] });
  now += 60_000;
  expect(audience.snapshot()).toEqual({ viewers: 0, watching: [] });
  audience.recordActivity({ key: 'a', grantId: 'a' });
  // Time away doesn't count as watched.
  expect(audience.snapshot().watching).toEqual([{ grantId: 'a', watchedMs: 20_000 }]);
  audience.recordLeave('a');
  expect(audience.snapshot().viewers).toBe(0);
});
