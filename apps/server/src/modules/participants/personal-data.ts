import { sql } from 'kysely';
import { transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { keptSince, recordExpired } from '../../platform/records.ts';
import { removeFile } from '../files/index.ts';

/**
 * Co-performers and their documents. Those never approved or depicted are deleted; the others' records are retained by law (18 USC 2257;
 * 28 CFR 75.4).
 */
export const registerParticipantData = (platform: Platform): void =>
  platform.personalData.register({
    module: 'participants',
    tables: ['participants', 'item_participants'],
    read: async (executor, accountId) => {
      const rows = await executor
        .selectFrom('participants as t')
        .innerJoin('files as fi', 'fi.id', 't.identity_file_id')
        .innerJoin('files as fr', 'fr.id', 't.release_file_id')
        .select(['t.id', 't.legal_name', 't.stage_name', 't.date_of_birth', 't.state', 't.rejection_note', 't.removed_at', 't.created_at'])
        .select(['fi.original_key as identity_key', 'fr.original_key as release_key'])
        .where('t.performer_id', '=', accountId)
        .orderBy('t.id')
        .execute();
      const items = await executor
        .selectFrom('item_participants as i')
        .innerJoin('participants as t', 't.id', 'i.participant_id')
        .select(['i.item_id', 'i.participant_id', 'i.produced_on'])
        .where('t.performer_id', '=', accountId)
        .orderBy('i.item_id')
        .execute();
      return {
        data: { participants: rows.map(({ identity_key: _identity, release_key: _release, ...row }) => row), items },
        files: rows.flatMap((row) => [
          { name: `${row.id}-identity`, storageKey: row.identity_key },
          { name: `${row.id}-release`, storageKey: row.release_key },
        ]),
      };
    },
    erase: async (trx, accountId) => {
      const gone = await trx
        .deleteFrom('participants')
        .where('performer_id', '=', accountId)
        .where('state', '<>', 'approved')
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('item_participants as i').select('i.item_id').whereRef('i.participant_id', '=', 'participants.id'))),
        )
        .returning(['identity_file_id', 'release_file_id'])
        .execute();
      const fileIds = gone.flatMap((row) => [row.identity_file_id, row.release_file_id]);
      for (const fileId of fileIds) await removeFile(platform, trx, fileId);
    },
    keeps: [{ what: 'personalData.kept.participants', years: 'recordYears', of: 'performer' }],
  });

/** Removes the records of everyone depicted by performers whose accounts were deleted so long ago that they need not be kept. @returns how many */
export const sweepParticipants = (platform: Platform): Promise<number> =>
  transact(platform.database, undefined, async (trx) => {
    const over = sql`select p.id from participants p join accounts a on a.id = p.performer_id
      where a.status = 'deleted' and a.deleted_at < ${keptSince(platform, 'recordYears')}`;
    await sql`delete from item_participants where participant_id in (${over})`.execute(trx);
    const { rows } = await sql<{ identity_file_id: string; release_file_id: string }>`
      delete from participants where id in (${over}) returning identity_file_id, release_file_id`.execute(trx);
    for (const { identity_file_id: identity, release_file_id: release } of rows)
      for (const fileId of [identity, release]) await removeFile(platform, trx, fileId);
    await recordExpired(platform, trx, { action: 'participants.expired', kept: 'recordYears', count: rows.length });
    return rows.length;
  });
