import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { watchMediaPolicy } from './media-policy.ts';

beforeEach(() => sessionStorage.clear());

/** From here on a fresh page's policy names these origins. */
const nameOrigins = (...origins: string[]) => {
  const asked = vi
    .spyOn(window, 'fetch')
    .mockImplementation(
      async () =>
        new Response(null, { headers: { 'content-security-policy': `default-src 'self'; connect-src 'self' ${origins.join(' ')}` } }),
    );
  onTestFinished(() => asked.mockRestore());
  return asked;
};

const block = (blockedURI: string): void => {
  const facts = {
    violatedDirective: 'connect-src',
    effectiveDirective: 'connect-src',
    originalPolicy: '',
    documentURI: '',
    statusCode: 200,
  };
  document.dispatchEvent(new SecurityPolicyViolationEvent('securitypolicyviolation', { ...facts, disposition: 'enforce', blockedURI }));
};

test('reloads a page once whose policy is older than a media server', async () => {
  nameOrigins('wss://media-1.example.com:5443');
  const reload = vi.fn<() => void>();
  watchMediaPolicy('wss://media-1.example.com:5443/stagedoor/websocket', reload);
  block('wss://media-1.example.com:5443/stagedoor/websocket');
  block('wss://media-1.example.com:5443/stagedoor/websocket');
  await expect.poll(() => reload.mock.calls.length).toBe(1);
});

test('leaves the page when a fresh one would block the address too', async () => {
  const asked = nameOrigins('https://another.example.com');
  const reload = vi.fn<() => void>();
  watchMediaPolicy('https://media-4.example.com/stagedoor/streams/1.m3u8', reload);
  block('https://media-4.example.com/stagedoor/streams/1.m3u8');
  await expect.poll(() => asked.mock.results.length).toBe(1);
  await asked.mock.results[0]!.value;
  expect(reload).not.toHaveBeenCalled();
});

test('leaves the page when something else is blocked, such as an analytics script’s request', () => {
  nameOrigins('https://media-2.example.com');
  const reload = vi.fn<() => void>();
  watchMediaPolicy('https://media-2.example.com/stagedoor/streams/1.m3u8', reload);
  block('https://analytics.example.com/collect');
  block('inline');
  expect(reload).not.toHaveBeenCalled();
});

test('leaves the page where nothing can be stored, since it might be reloaded forever', async () => {
  const asked = nameOrigins('wss://media-3.example.com');
  const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError');
  });
  onTestFinished(() => refuse.mockRestore());
  const reload = vi.fn<() => void>();
  watchMediaPolicy('wss://media-3.example.com/stagedoor/websocket', reload);
  block('wss://media-3.example.com/stagedoor/websocket');
  await expect.poll(() => refuse.mock.calls.length).toBe(1);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(reload).not.toHaveBeenCalled();
});
