import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { idParams, instant } from './shapes.ts';

/** A month (UTC): `2026-11`. */
const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/);

export const monthlyStatement = z.object({
  month,
  /** SHA-256 of the signed file, in hex; null until it is made. */
  statementHash: z.string().nullable(),
  createdAt: instant.nullable(),
});
export type MonthlyStatement = z.output<typeof monthlyStatement>;

const own = { who: 'performer', lite: true } as const;
const pdf = { output: z.custom<AsyncIterable<Uint8Array>>(), costly: true } as const;

/** Statements of months, and all statements as PDF. */
export const statements = endpoints({
  'GET /earning-statements/months': {
    ...own,
    summary: 'The months (UTC) that are over since the performer first had earnings available, the latest first, with their statements.',
    output: z.object({ months: z.array(monthlyStatement) }),
  },
  'POST /earning-statements': {
    ...own,
    summary: 'Make the signed statement of a month that is over; it is made once and never changes.',
    body: z.object({ month }),
    output: monthlyStatement,
    status: 201,
    errors: ['STATEMENT_NOT_READY'],
    // A month is its own key.
    idempotency: 'none',
  },
  'GET /earning-statements/{month}': {
    ...own,
    summary: 'The signed statement of a month: what was available, every posting to it, what was left.',
    params: z.object({ month }),
    output: z.custom<AsyncIterable<string>>(),
    costly: true,
    download: { contentType: 'application/json', name: 'statement.json' },
  },
  'GET /earning-statements/{month}/pdf': {
    ...own,
    ...pdf,
    summary: 'The same as a PDF in the caller’s language.',
    params: z.object({ month }),
    download: { contentType: 'application/pdf', name: 'statement.pdf' },
  },
  'GET /payout-requests/{id}/statement/pdf': {
    ...own,
    ...pdf,
    summary: 'The statement of a paid payout as a PDF in the caller’s language.',
    params: idParams,
    download: { contentType: 'application/pdf', name: 'payout-statement.pdf' },
  },
});
