import type { TipMenu } from '@stagedoor/contract/streams';
import { hundredthsToNumber, id as idShape } from '@stagedoor/contract/shapes';
import { sql } from 'kysely';
import type { Viewer } from '../../platform/auth/viewer.ts';
import { type Executor, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { visiblePerformer } from '../access/index.ts';

const read = async (executor: Executor, performerId: string): Promise<TipMenu> => {
  const rows = await executor
    .selectFrom('tip_menu_acts')
    .select(['id', 'title', 'price_amount'])
    .where('performer_id', '=', performerId)
    .orderBy('position')
    .execute();
  return { acts: rows.map(({ id, title, price_amount }) => ({ _id: id, title, price: hundredthsToNumber(price_amount) })) };
};

/** @throws CodedError NOT_FOUND for a performer that the viewer may not see */
export const getTipMenu = async (platform: Platform, viewer: Viewer, country: string | null, performer: string): Promise<TipMenu> => {
  const matches = idShape.safeParse(performer).success ? sql`a.id = ${performer}::uuid` : sql`a.username = ${performer.toLowerCase()}`;
  const { rows } = await sql<{ id: string }>`
    select a.id from performers p join accounts a on a.id = p.account_id where ${matches} and ${visiblePerformer(viewer, country)}`.execute(
    platform.database,
  );
  if (!rows[0]) throw new CodedError('NOT_FOUND');
  return read(platform.database, rows[0].id);
};

/** Sets a performer's tip menu. @param acts prices in hundredths of a token */
export const setTipMenu = (
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  performerId: string,
  acts: readonly { title: string; price: bigint }[],
): Promise<TipMenu> =>
  transact(database, undefined, async (trx) => {
    // One menu after another: two at the same moment don't mix.
    await sql`select from performers where account_id = ${performerId}::uuid for no key update`.execute(trx);
    await trx.deleteFrom('tip_menu_acts').where('performer_id', '=', performerId).execute();
    if (acts.length > 0)
      await trx
        .insertInto('tip_menu_acts')
        .values(
          acts.map(({ title, price }, position) => ({
            performer_id: performerId,
            position,
            title,
            price_amount: price,
            created_at: clock.now(),
          })),
        )
        .execute();
    return read(trx, performerId);
  });
