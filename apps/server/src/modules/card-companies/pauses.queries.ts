import type { CardPause } from '@stagedoor/contract/admin-gateways';
import { sql } from 'kysely';
import { type List, type ListQuery, type Sorts, by, limitOf, readPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { type PersonColumns, personColumns, personOf } from '../admin/index.ts';

interface Row extends PersonColumns<'account'> {
  id: string;
  kind: CardPause['kind'];
  reason: CardPause['reason'];
  until: Date;
  lifted_at: Date | null;
  created_at: Date;
}

const SORTS: Sorts<'createdAt' | 'updatedAt'> = { createdAt: by.instant(sql`p.created_at`), updatedAt: by.instant(sql`p.updated_at`) };

/** Pauses of card payments. Networks aren't shown: they are addresses of people. */
export const listPauses = async (platform: Platform, search: ListQuery): Promise<List<CardPause>> => {
  const now = platform.clock.now();
  const { order } = sorted(SORTS, search, sql`p.id`);
  const page = sql<Row>`
    select p.id, p.kind, p.reason, p.until, p.lifted_at, p.created_at, ${personColumns('a', 'account')}
    from card_pauses p left join accounts a on a.id = p.account_id order by ${order} ${limitOf(search)}`;
  const { rows, ...totals } = await readPage(platform.database, search, page, sql`from card_pauses p`);
  return {
    data: rows.map((row) => ({
      _id: row.id,
      kind: row.kind,
      reason: row.reason,
      account: personOf(platform, row, 'account'),
      until: row.until.toISOString(),
      isOver: row.lifted_at !== null || row.until <= now,
      createdAt: row.created_at.toISOString(),
    })),
    ...totals,
  };
};
