import type { BulkActName } from '@stagedoor/contract/bulk-acts.values';
import { SUSPENSION_REASONS } from '@stagedoor/contract/reasons';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Admin } from '../../platform/auth/viewer.ts';
import type { Executor, Idempotency } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { restoreAccount, suspendAccount } from '../accounts/index.ts';
import { decideReview, restoreContent, takeDownContent } from '../catalog/index.ts';
import { decidePayout, referenceOf } from '../payouts/index.ts';

/** One row of an act. */
export interface ActRow {
  id: string;
  /** The version that was looked at; null where the act needs none. */
  version: number | null;
}

export interface BulkAct {
  /** The single act on a row. @throws CodedError as the single act does */
  run(platform: Platform, admin: Admin, row: ActRow, input: unknown, idempotency: Idempotency): Promise<unknown>;
  /** The version of a row, `id` being the row's. */
  versionOf?: RawBuilder<unknown>;
  /** Names of rows, for telling which failed. */
  namesOf(executor: Executor, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

const suspension = z.object({ reason: z.enum(SUSPENSION_REASONS), note: z.string() });
const noted = z.object({ note: z.string() });

const accountNames = async (executor: Executor, ids: readonly string[]) => {
  const rows = await executor.selectFrom('accounts').select(['id', 'username']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, username }) => [id, `@${username}`]));
};

const itemNames = async (executor: Executor, ids: readonly string[]) => {
  const { rows } = await sql<{ id: string; name: string }>`
    select i.id, coalesce(nullif(i.title, ''), nullif(left(c.text, 80), ''), '@' || a.username) as name
    from items i join accounts a on a.id = i.performer_id left join item_contents c on c.item_id = i.id
    where i.id = any(${ids}::uuid[])`.execute(executor);
  return new Map(rows.map(({ id, name }) => [id, name]));
};

const payoutNames = async (executor: Executor, ids: readonly string[]) => {
  const rows = await executor.selectFrom('payout_requests').select(['id', 'number']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, number }) => [id, referenceOf(number)]));
};

/** Each act does with a row what the single act does, by its own function. */
export const ACTS: Readonly<Record<BulkActName, BulkAct>> = {
  'accounts.suspend': {
    run: (platform, admin, { id }, input, idempotency) => suspendAccount(platform, admin, id, suspension.parse(input), idempotency),
    namesOf: accountNames,
  },
  'accounts.restore': {
    run: (platform, admin, { id }, _input, idempotency) => restoreAccount(platform, admin, id, idempotency),
    namesOf: accountNames,
  },
  'content.takeDown': {
    run: (platform, { accountId }, { id }, input, idempotency) =>
      takeDownContent(platform, accountId, id, noted.parse(input).note, idempotency),
    namesOf: itemNames,
  },
  'content.restore': {
    run: (platform, { accountId }, { id }, _input, idempotency) => restoreContent(platform, accountId, id, idempotency),
    namesOf: itemNames,
  },
  'content.approve': {
    run: (platform, { accountId }, { id, version }, _input, idempotency) =>
      decideReview(platform, accountId, { itemId: id, version: version ?? 0 }, { decision: 'approved' }, idempotency),
    versionOf: sql`(select v.version from item_reviews v where v.item_id = chosen.id)`,
    namesOf: itemNames,
  },
  'payouts.approve': {
    run: (platform, { accountId }, { id, version }, _input, idempotency) =>
      decidePayout(platform, { payoutId: id, adminId: accountId, to: 'approved', version: version ?? 0 }, idempotency),
    versionOf: sql`(select v.revision from payout_requests v where v.id = chosen.id)`,
    namesOf: payoutNames,
  },
};
