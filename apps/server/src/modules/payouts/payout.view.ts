import type { PayoutMethod, PayoutState } from '@stagedoor/contract/payouts.values';
import type { PayoutView } from '@stagedoor/contract/payouts';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { heldUntil, referenceOf } from './payouts.rules.ts';

export interface PayoutRow {
  id: string;
  number: bigint;
  performer_id: string;
  state: PayoutState;
  revision: number;
  details_changed_at: Date;
  method: PayoutMethod;
  destination: string;
  amount: bigint;
  fee_amount: bigint;
  currency: string;
  note: string;
  reason: string;
  payment_reference: string;
  approved_at: Date | null;
  paid_at: Date | null;
  closed_at: Date | null;
  created_at: Date;
  updated_at: Date;
  statement_hash: string | null;
}

/** What `viewOf` needs, of `payout_requests r`. */
export const PAYOUT_COLUMNS = sql`r.id, r.number, r.performer_id, r.state, r.revision, r.details_changed_at, r.method, r.destination, r.amount, r.fee_amount, r.currency, r.note,
  r.reason, r.payment_reference, r.approved_at, r.paid_at, r.closed_at, r.created_at, r.updated_at,
  (select s.sha256 from payout_statements s where s.payout_id = r.id) as statement_hash`;

export const viewOf = ({ settings, clock }: Pick<Platform, 'settings' | 'clock'>, row: PayoutRow): PayoutView => ({
  _id: row.id,
  reference: referenceOf(row.number),
  state: row.state,
  method: row.method,
  destination: row.destination,
  currency: row.currency,
  amount: hundredthsToNumber(row.amount),
  fee: hundredthsToNumber(row.fee_amount),
  net: hundredthsToNumber(row.amount - row.fee_amount),
  note: row.note,
  reason: row.reason,
  paymentReference: row.payment_reference,
  approvedAt: row.approved_at?.toISOString() ?? null,
  paidAt: row.paid_at?.toISOString() ?? null,
  closedAt: row.closed_at?.toISOString() ?? null,
  heldUntil: heldUntil(row.state, row.details_changed_at, settings.get('payoutHoldDays'), clock.now())?.toISOString() ?? null,
  statementHash: row.statement_hash,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
