import { sql } from 'kysely';
import type { Database, Executor, Trx } from '../platform/database/database.ts';

/** The newest restore of this site from a backup. */
export const findRestore = (executor: Executor) =>
  executor.selectFrom('site_restores').selectAll().orderBy('restored_at', 'desc').limit(1).executeTakeFirst();
export type RestoreRow = NonNullable<Awaited<ReturnType<typeof findRestore>>>;

/** The restore that waits for its confirmation. */
export const findUnconfirmed = (executor: Executor): Promise<RestoreRow | undefined> =>
  executor.selectFrom('site_restores').selectAll().where('confirmed_at', 'is', null).executeTakeFirst();

/** The same, locked until the transaction ends. */
export const lockUnconfirmed = (trx: Trx): Promise<RestoreRow | undefined> =>
  trx.selectFrom('site_restores').selectAll().where('confirmed_at', 'is', null).forUpdate().executeTakeFirst();

export const saveErasures = async (database: Database, id: string, count: number): Promise<void> => {
  await database.updateTable('site_restores').set({ erasures_repeated: count }).where('id', '=', id).execute();
};

export const saveAnswers = async (database: Database, id: string, answers: unknown, at: Date): Promise<void> => {
  await database
    .updateTable('site_restores')
    .set({ answers: sql`${JSON.stringify(answers)}::jsonb`, asked_at: at })
    .where('id', '=', id)
    .execute();
};

export const saveConfirmation = async (trx: Trx, id: string, ownerId: string, at: Date): Promise<void> => {
  await trx.updateTable('site_restores').set({ confirmed_at: at, confirmed_by: ownerId }).where('id', '=', id).execute();
};
