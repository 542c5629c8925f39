import { expect, test } from 'vitest';
import { COMPANY_NAMES } from '../testing/company-doubles.ts';
import { runIsolatedChaosTest } from '../testing/chaos/run-isolated.ts';

test('payments at three companies, minutes, refunds and chargebacks while servers and PostgreSQL are killed: none lost or made twice, all balances right', async () => {
  const seed = Math.floor(Math.random() * 1e9);
  const size = { operations: 6000, seconds: 60, operationsAtLeast: 1200, callers: 8, serverKills: 4, postgresKills: 2 };
  const result = await runIsolatedChaosTest({ ...size, seed });
  expect({ seed, failures: result.failures }).toEqual({ seed, failures: [] });
  // Operations of every kind have occurred.
  expect(Object.keys(result.counts)).toEqual(
    expect.arrayContaining([
      'cart',
      'chargeback',
      'dispute',
      'gift',
      'minute',
      'minute given back',
      'part refunded',
      ...COMPANY_NAMES.flatMap((name) => [
        `${name} repeat`,
        `${name} decline`,
        `sale of ${name}`,
        `renewal by ${name}`,
        `refund at ${name}`,
      ]),
      'payout paid',
      'payout requested',
      'refund',
      'renewal',
      'top-up paid',
    ]),
  );
}, 300_000);
