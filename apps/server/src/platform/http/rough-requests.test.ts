import { expect, test } from 'vitest';
import { httpOptions } from './rough-requests.ts';

test('the site ends half-sent headers within 30 seconds', () => {
  const { headersTimeout = 0, connectionsCheckingInterval = 0 } = httpOptions();
  expect(headersTimeout).toBeGreaterThan(0);
  expect(connectionsCheckingInterval).toBeGreaterThan(0);
  expect(headersTimeout + connectionsCheckingInterval).toBeLessThanOrEqual(30_000);
});
