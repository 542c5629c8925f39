import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../app/api.ts';
import { createPlayTokens, hlsAddress, playTokenOf, withToken } from './play-tokens.ts';

const STREAM = '01932c07-0000-7000-8000-000000000001';
const GRANT = '01932c07-0000-7000-8000-000000000002';

const tokenFor = (seconds: number, tokenId = 'first') =>
  playTokenOf(
    {
      tokenId,
      streamId: STREAM,
      type: 'play',
      expireDate: new Date(Date.now() + seconds * 1000).toISOString(),
      subscriberId: GRANT,
    },
    0,
  );

/** Tokens whose renewals last so many seconds each, and are named by their number. */
const tokensOf = (first: number, renewed = 75) => {
  const asked: number[] = [];
  const begunAt = Date.now();
  const answers = { failure: null as ApiError | null, seconds: renewed };
  const tokens = createPlayTokens(tokenFor(first), async () => {
    asked.push((Date.now() - begunAt) / 1000);
    if (answers.failure) throw answers.failure;
    return tokenFor(answers.seconds, `renewed ${asked.length}`);
  });
  return { tokens, asked, answers };
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const REFUSED = new ApiError(403, 'LIVE_TOKEN_INVALID', 'Your pass for this show has ended.');
const AWAY = new ApiError(503, 'LIVE_SERVER_AWAY', 'The video server isn’t answering.');

test('takes the first token for the first connection, and a new one for each further', async () => {
  const { tokens, asked } = tokensOf(75);
  expect(await tokens.forConnection()).toMatchObject({ token: 'first', streamId: STREAM, subscriberId: GRANT });
  expect(asked).toEqual([]);
  expect(await tokens.forConnection()).toMatchObject({ token: 'renewed 1' });
  expect(await tokens.forConnection()).toMatchObject({ token: 'renewed 2' });
});

test('takes a token again that was put back, as long as it is valid', async () => {
  const { tokens } = tokensOf(10);
  await tokens.forConnection();
  tokens.putBack();
  expect(await tokens.forConnection()).toMatchObject({ token: 'first' });
  tokens.putBack();
  await vi.advanceTimersByTimeAsync(9000);
  expect(await tokens.forConnection()).toMatchObject({ token: 'renewed 1' });
});

test('renews the first token of a seat before HLS begins, and not one that lasts', async () => {
  const seat = tokensOf(10);
  expect(await seat.tokens.forHls()).toMatchObject({ token: 'renewed 1' });
  const open = tokensOf(86_400);
  expect(await open.tokens.forHls()).toMatchObject({ token: 'first' });
  expect(open.asked).toEqual([]);
});

test('renews before HLS begins after a connection, which may have used the token up', async () => {
  const { tokens } = tokensOf(86_400);
  await tokens.forConnection();
  expect(await tokens.forHls()).toMatchObject({ token: 'renewed 1' });
});

test('renews a token of 75 seconds every 20 seconds while HLS plays, and no more once it ends', async () => {
  const { tokens, asked } = tokensOf(75);
  const stop = tokens.keepFresh(() => undefined);
  await vi.advanceTimersByTimeAsync(61_000);
  expect(asked).toEqual([20, 40, 60]);
  expect(tokens.current().token).toBe('renewed 3');
  stop();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked).toHaveLength(3);
});

test('renews a token sooner that reaches only a little beyond the paid minute', async () => {
  const { tokens, asked } = tokensOf(15, 15);
  const stop = tokens.keepFresh(() => undefined);
  await vi.advanceTimersByTimeAsync(16_000);
  stop();
  expect(asked).toEqual([5, 10, 15]);
});

test('leaves a token of a day alone for hours', async () => {
  const { tokens, asked } = tokensOf(86_400);
  const stop = tokens.keepFresh(() => undefined);
  await vi.advanceTimersByTimeAsync(3_600_000);
  stop();
  expect(asked).toEqual([]);
});

test.each([
  ['ahead', 600_000],
  ['behind', -600_000],
])('renews often enough on a device whose clock is ten minutes %s', async (_where, offMs) => {
  const asked: number[] = [];
  const begunAt = Date.now();
  const wrong = () => playTokenOf({ ...tokenOfServer(), tokenId: 'token' }, offMs);
  const tokenOfServer = () => ({
    streamId: STREAM,
    type: 'play' as const,
    expireDate: new Date(Date.now() + 75_000).toISOString(),
    subscriberId: GRANT,
  });
  const tokens = createPlayTokens(wrong(), async () => {
    asked.push((Date.now() - begunAt) / 1000);
    return wrong();
  });
  const stop = tokens.keepFresh(() => undefined);
  await vi.advanceTimersByTimeAsync(75_000);
  stop();
  expect(Math.max(...asked.map((at, place) => at - (asked[place - 1] ?? 0)))).toBeLessThanOrEqual(20);
  expect(asked.length).toBeLessThanOrEqual(25);
});

test('reports once that the site refuses a renewal, and asks no more', async () => {
  const { tokens, asked, answers } = tokensOf(75);
  const onRefused = vi.fn<() => void>();
  tokens.keepFresh(onRefused);
  answers.failure = REFUSED;
  await vi.advanceTimersByTimeAsync(300_000);
  expect(onRefused).toHaveBeenCalledTimes(1);
  expect(asked).toHaveLength(1);
  expect(await tokens.forHls()).not.toBe('away');
});

test('keeps the token while the site has no answer, and asks again before it expires', async () => {
  const { tokens, asked, answers } = tokensOf(75);
  const onRefused = vi.fn<() => void>();
  const stop = tokens.keepFresh(onRefused);
  answers.failure = AWAY;
  await vi.advanceTimersByTimeAsync(39_000);
  expect(tokens.current().token).toBe('first');
  answers.failure = null;
  await vi.advanceTimersByTimeAsync(30_000);
  stop();
  expect(onRefused).not.toHaveBeenCalled();
  expect(tokens.current().token).toMatch(/^renewed/);
  expect(asked.length).toBeGreaterThan(1);
});

test.each([
  ['a refused token', REFUSED, 'refused'],
  ['an absent media server', AWAY, 'away'],
  ['a lost answer', new ApiError(0, 'NETWORK', ''), 'away'],
  ['too many calls', new ApiError(429, 'RATE_LIMITED', ''), 'away'],
])('tells a refusal from what may pass: %s', async (_what, failure, expected) => {
  const { tokens, answers } = tokensOf(10);
  answers.failure = failure;
  expect(await tokens.forHls()).toBe(expected);
});

test('has an address loaded again before its token expires where the address can’t change while it plays', async () => {
  const { tokens } = tokensOf(75);
  const loaded: string[] = [];
  const stop = tokens.reloadInTime(
    () => loaded.push(`${Date.now() - begunAt} ${tokens.current().token}`),
    () => undefined,
  );
  const begunAt = Date.now();
  await vi.advanceTimersByTimeAsync(130_000);
  stop();
  expect(loaded).toEqual(['60000 renewed 3', '120000 renewed 6']);
});

test('doesn’t load an address again for a token that lasts no longer', async () => {
  const { tokens, answers, asked } = tokensOf(75);
  const onReload = vi.fn<() => void>();
  const begunAt = Date.now();
  const stop = tokens.reloadInTime(onReload, () => undefined);
  // The next minute isn't paid: the site gives tokens with the same end.
  const tick = setInterval(() => {
    answers.seconds = 75 - (Date.now() - begunAt) / 1000;
  }, 100);
  await vi.advanceTimersByTimeAsync(60_000);
  clearInterval(tick);
  stop();
  expect(asked.length).toBeGreaterThan(2);
  expect(onReload).not.toHaveBeenCalled();
});

test('puts the token into an address in place of an old one', () => {
  expect(withToken('https://media.example.com/app/streams/a.m3u8', 'x.y-z')).toBe(
    'https://media.example.com/app/streams/a.m3u8?token=x.y-z',
  );
  expect(withToken('https://media.example.com/app/a.ts?token=old&n=1', 'new')).toBe('https://media.example.com/app/a.ts?token=new&n=1');
});

test('plays HLS in place of the file that a media server has only after the show', () => {
  const show = { format: 'mp4' as const, whep: null, signalling: 'wss://media.example.com/app/websocket' };
  const url = 'https://media.example.com/app/streams/a.mp4?token=old';
  expect(hlsAddress({ ...show, url }, false)).toBe('https://media.example.com/app/streams/a.m3u8?token=old');
  expect(hlsAddress({ ...show, url }, true)).toBe('https://media.example.com/app/streams/a_adaptive.m3u8?token=old');
  expect(hlsAddress({ ...show, signalling: null, url: '/media/app/streams/a.mp4' }, true)).toBe('/media/app/streams/a.mp4');
});
