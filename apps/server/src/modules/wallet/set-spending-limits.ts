import { type LimitKind, LIMIT_KINDS, type SpendingLimits } from '@stagedoor/contract/spending-limits';
import { type Idempotency, type Trx, transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type StoredLimit, changeLimit } from './limits.rules.ts';
import { type LimitsRow, getSpendingLimits, storedOf } from './spending-limits.queries.ts';

const DAY_MS = 86_400_000;

const columnsOf = (kind: LimitKind, { amount, nextAmount, nextAt }: StoredLimit) => ({
  [`${kind}_amount`]: amount,
  [`${kind}_next_amount`]: nextAmount,
  [`${kind}_next_at`]: nextAt,
});

/** The account's limits, made when there are none, and locked: payments of the account wait. */
const lockLimits = async (trx: Trx, accountId: string, at: Date): Promise<LimitsRow> => {
  await trx
    .insertInto('spending_limits')
    .values({ account_id: accountId, created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute();
  return trx.selectFrom('spending_limits').selectAll().where('account_id', '=', accountId).forNoKeyUpdate().executeTakeFirstOrThrow();
};

/** Sets those limits that are given: see `changeLimit`. */
export const setSpendingLimits = (
  platform: Platform,
  accountId: string,
  wanted: { [K in LimitKind]?: bigint | null | undefined },
  idempotency: Idempotency | undefined,
): Promise<SpendingLimits> =>
  transact(platform.database, idempotency, async (trx) => {
    const at = platform.clock.now();
    const row = await lockLimits(trx, accountId, at);
    const changes = LIMIT_KINDS.flatMap((kind) => {
      const value = wanted[kind];
      return value === undefined ? [] : [columnsOf(kind, changeLimit(storedOf(row, kind), value, at))];
    });
    if (changes.length > 0)
      await trx
        .updateTable('spending_limits')
        .set(Object.assign({ updated_at: at }, ...changes) as { updated_at: Date })
        .where('account_id', '=', accountId)
        .execute();
    return getSpendingLimits(platform, accountId, { executor: trx });
  });

/** Begins a pause from buying, or makes a running one longer. */
export const startCoolOff = (
  platform: Platform,
  accountId: string,
  days: number,
  idempotency: Idempotency | undefined,
): Promise<SpendingLimits> =>
  transact(platform.database, idempotency, async (trx) => {
    const at = platform.clock.now();
    const row = await lockLimits(trx, accountId, at);
    const until = new Date(at.getTime() + days * DAY_MS);
    if (!row.cool_off_until || row.cool_off_until < until)
      await trx.updateTable('spending_limits').set({ cool_off_until: until, updated_at: at }).where('account_id', '=', accountId).execute();
    return getSpendingLimits(platform, accountId, { executor: trx });
  });
