import { GATEWAY_NAMES } from '@stagedoor/contract/gateways.values';
import { RESTORE_FAILURES, UNBOOKED_EVENTS, UNBOOKED_REASONS } from '@stagedoor/contract/restores.values';
import { z } from 'zod';
import type { RestoreRow } from '../../backup/restores.store.ts';

/** As it is stored: amounts are hundredths in digits. */
const unbooked = z.object({
  event: z.enum(UNBOOKED_EVENTS),
  reason: z.enum(UNBOOKED_REASONS),
  at: z.string(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  saleId: z.string(),
  paymentId: z.string().nullable(),
});
export type StoredUnbooked = z.output<typeof unbooked>;

const answer = z.object({
  company: z.enum(GATEWAY_NAMES),
  way: z.enum(['list', 'each', 'none']),
  askedAt: z.string(),
  toldUntil: z.string(),
  failure: z.object({ reason: z.enum(RESTORE_FAILURES), detail: z.string() }).nullable(),
  booked: z.number().int(),
  known: z.number().int(),
  unbooked: z.array(unbooked),
});
export type StoredAnswer = z.output<typeof answer>;

/** Reads the answers of a restore; none if another version stored them otherwise. */
export const answersOf = ({ answers }: Pick<RestoreRow, 'answers'>): StoredAnswer[] => z.array(answer).safeParse(answers).data ?? [];
