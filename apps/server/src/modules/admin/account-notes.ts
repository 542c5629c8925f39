import type { AccountNote } from '@stagedoor/contract/admin-people';
import { type AccountViewer, hasAdminPermission } from '../../platform/auth/viewer.ts';
import { type Executor, type Idempotency, recordAudit, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';

/** So many of an account are shown. */
const SHOWN = 50;

/** The notes about an account, newest first. */
export const listNotes = async (executor: Executor, accountId: string): Promise<AccountNote[]> => {
  const rows = await executor
    .selectFrom('account_notes as n')
    .innerJoin('accounts as a', 'a.id', 'n.author_id')
    .select(['n.id', 'n.text', 'n.created_at', 'a.id as author_id', 'a.name', 'a.username'])
    .where('n.account_id', '=', accountId)
    .orderBy('n.id', 'desc')
    .limit(SHOWN)
    .execute();
  return rows.map((row) => ({
    _id: row.id,
    at: row.created_at.toISOString(),
    author: { _id: row.author_id, username: row.username, name: row.name },
    text: row.text,
  }));
};

/** Notes something about an account for the other admins. @throws CodedError NOT_FOUND, also for a deleted account */
export const addNote = (
  platform: Platform,
  admin: AccountViewer,
  accountId: string,
  text: string,
  idempotency: Idempotency | undefined,
): Promise<unknown> => {
  const at = platform.clock.now();
  return transact(platform.database, idempotency, async (trx) => {
    const account = await trx
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', accountId)
      .where('status', '<>', 'deleted')
      // Against an erasure at the same time, which deletes the notes.
      .forShare()
      .executeTakeFirst();
    if (!account) throw new CodedError('NOT_FOUND');
    await trx
      .insertInto('account_notes')
      .values({ account_id: accountId, author_id: admin.accountId, text, created_at: at, updated_at: at })
      .execute();
    await recordAudit(trx, { actorId: admin.accountId, action: 'accounts.noteAdded', objectKind: 'account', objectId: accountId, at });
    return {};
  });
};

/** Removes a note: its author does, or who manages admins. @throws CodedError NOT_FOUND, FORBIDDEN */
export const removeNote = (
  platform: Platform,
  admin: AccountViewer,
  accountId: string,
  noteId: string,
  idempotency: Idempotency | undefined,
): Promise<unknown> =>
  transact(platform.database, idempotency, async (trx) => {
    const note = await trx
      .selectFrom('account_notes')
      .select('author_id')
      .where('id', '=', noteId)
      .where('account_id', '=', accountId)
      .forUpdate()
      .executeTakeFirst();
    if (!note) throw new CodedError('NOT_FOUND');
    if (note.author_id !== admin.accountId && !hasAdminPermission(admin, 'admins')) throw new CodedError('FORBIDDEN');
    await trx.deleteFrom('account_notes').where('id', '=', noteId).execute();
    await recordAudit(trx, {
      actorId: admin.accountId,
      action: 'accounts.noteRemoved',
      objectKind: 'account',
      objectId: accountId,
      at: platform.clock.now(),
    });
    return {};
  });

/** Notes are admins' own, and often name others: no export has them. They go with the account that they are about. */
export const registerNoteData = ({ personalData }: Pick<Platform, 'personalData'>): void =>
  personalData.register({
    module: 'admin',
    tables: ['account_notes'],
    read: async () => ({ data: {} }),
    async erase(trx, accountId) {
      await trx.deleteFrom('account_notes').where('account_id', '=', accountId).execute();
    },
  });
