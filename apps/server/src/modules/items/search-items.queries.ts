import type { ItemKind } from '@stagedoor/contract/items.values';
import { sql } from 'kysely';
import type { Caller } from '../../platform/caller.ts';
import { accountIdOf } from '../../platform/auth/viewer.ts';
import { searchQueryOf } from '../../platform/database/search.ts';
import { allOf } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { factJoins, isOpenItem, visiblePerformer } from '../access/index.ts';
import { ofPerformer } from './items.queries.ts';

/** Of what has the words, the newest so many are looked at. */
const MAX_FOUND = 1000;

interface Search {
  q: string;
  kinds: readonly ItemKind[];
  performerId?: string | undefined;
}

/**
 * The ids of the items with these words that this viewer may find, newest first. Words of a text that is locked are found by nobody whom
 * it is locked for: they carry the weight D (migration 0021), and are looked for only with whoever may read them.
 */
export const findItems = async (
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  { viewer, country }: Caller,
  { q, kinds, performerId }: Search,
): Promise<string[]> => {
  const everywhere = searchQueryOf(q);
  if (everywhere === null) return [];
  const document = sql`item_document(c.title, c.text, c.media_type)`;
  const isOfKind = allOf(
    sql`i.state = 'active' and i.parent_id is null and i.kind = any(${kinds as string[]}::text[])`,
    performerId !== undefined && ofPerformer(performerId),
  );
  const { rows } = await sql<{ id: string }>`
    with newest as materialized (
      select i.id, i.published_at from item_contents c join items i on i.id = c.item_id join accounts a on a.id = i.performer_id
      where ${isOfKind} and ${document} @@ to_tsquery('simple', ${everywhere})
      order by i.published_at desc, i.id desc limit ${sql.lit(MAX_FOUND)})
    select i.id from newest join items i on i.id = newest.id join item_contents c on c.item_id = i.id
    join accounts a on a.id = i.performer_id join performers p on p.account_id = i.performer_id ${factJoins(accountIdOf(viewer))}
    where ${visiblePerformer(viewer, country)}
      and (${isOpenItem(viewer, clock.now())} or ${document} @@ to_tsquery('simple', ${searchQueryOf(q, 'AB')}))
    order by newest.published_at desc, i.id desc`.execute(database);
  return rows.map(({ id }) => id);
};
