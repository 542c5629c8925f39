import { afterEach, expect, test, vi } from 'vitest';
import { cdp } from 'vitest/browser';
import { FAN } from '../../testing/fixtures.ts';
import { show } from '../../testing/show.tsx';
import { call } from './browser-call.ts';
import { deleteCookie, writeCookie } from './cookies.ts';

/** As a connection is by itself. */
const FREE = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  deleteCookie('locale');
});

test('sends the locale of the cookie, without one the page’s', async () => {
  const { api } = await show(<p>Page</p>, { locale: 'en' }, (double) => double.answer('GET /users/me', FAN));
  await call('GET /users/me');
  writeCookie('locale', 'es');
  await call('GET /users/me');
  expect(api.sent('GET /users/me').map(({ query }) => query['locale'])).toEqual(['en', 'es']);
});

test('waits for an answer without a timeout', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'Date'] });
  const timeouts = vi.spyOn(AbortSignal, 'timeout');
  const { api } = await show(<p>Page</p>, {}, (double) => double.answer('GET /users/me', FAN));
  const release = api.hold('GET /users/me');
  const answer = call('GET /users/me');
  await expect.poll(() => api.sent('GET /users/me')).toHaveLength(1);
  vi.advanceTimersByTime(60 * 60_000);
  release();
  expect((await answer)._id).toBe(FAN._id);
  expect(timeouts).not.toHaveBeenCalled();
});

test('reports the part of an upload that is sent, up to the whole', async () => {
  const parts: number[] = [];
  const avatar = new Blob([new Uint8Array(16_000_000)], { type: 'image/png' });
  // A connection on which the upload takes longer than one report.
  await cdp().send('Network.emulateNetworkConditions', { ...FREE, uploadThroughput: 16_000_000 });
  // By the browser's own request, to the server of the component tests, which has no such address: the upload is sent whole and refused.
  await expect(call('POST /users/avatar/upload', { files: { avatar }, onProgress: (part) => parts.push(part) })).rejects.toThrow(
    'Bad request!',
  );
  await cdp().send('Network.emulateNetworkConditions', FREE);
  expect(parts.length).toBeGreaterThan(1);
  expect(parts).toEqual(parts.toSorted((one, other) => one - other));
  expect(parts[0]).toBeLessThan(1);
  expect(parts.at(-1)).toBe(1);
});
