import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { watchMediaPolicy } from './media-policy.ts';

beforeEach(() => sessionStorage.clear());

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

test('reloads a page once whose policy is older than a media server', () => {
  const reload = vi.fn<() => void>();
  watchMediaPolicy('wss://media-1.example.com:5443/stagedoor/websocket', reload);
  block('wss://media-1.example.com:5443/stagedoor/websocket');
  block('wss://media-1.example.com:5443/stagedoor/websocket');
  expect(reload).toHaveBeenCalledTimes(1);
});

test('leaves the page when something else is blocked, such as an analytics script’s request', () => {
  const reload = vi.fn<() => void>();
  watchMediaPolicy('https://media-2.example.com/stagedoor/streams/1.m3u8', reload);
  block('https://analytics.example.com/collect');
  block('inline');
  expect(reload).not.toHaveBeenCalled();
});

test('leaves the page where nothing can be stored, since it might be reloaded forever', () => {
  const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError');
  });
  onTestFinished(() => refuse.mockRestore());
  const reload = vi.fn<() => void>();
  watchMediaPolicy('wss://media-3.example.com/stagedoor/websocket', reload);
  block('wss://media-3.example.com/stagedoor/websocket');
  expect(reload).not.toHaveBeenCalled();
});
