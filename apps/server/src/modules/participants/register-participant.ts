import { sql } from 'kysely';
import { type Idempotency, recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ReceivedFile } from '../../platform/storage/received-file.ts';
import { isAdult } from '../accounts/index.ts';
import { removeFile, storeDocuments } from '../files/index.ts';

export interface ParticipantInput {
  legalName: string;
  stageName: string;
  dateOfBirth: string;
  identity: ReceivedFile;
  release: ReceivedFile;
}

/**
 * Registers a co-performer of a performer's content. An admin must approve them before they can be used in posts.
 * @throws CodedError UNDERAGE, FILE_UNREADABLE
 */
export const registerParticipant = async (
  platform: Platform,
  performerId: string,
  input: ParticipantInput,
  idempotency: Idempotency | undefined,
): Promise<{ participantId: string }> => {
  const { database, clock } = platform;
  const now = clock.now();
  if (!isAdult(input.dateOfBirth, now.toISOString().slice(0, 10))) throw new CodedError('UNDERAGE');
  return transact(database, idempotency, async (trx) => {
    const [identity, release] = await storeDocuments(platform, trx, [input.identity, input.release], performerId);
    const { id } = await trx
      .insertInto('participants')
      .values({
        performer_id: performerId,
        legal_name: input.legalName,
        stage_name: input.stageName,
        date_of_birth: input.dateOfBirth,
        identity_file_id: identity!,
        release_file_id: release!,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await recordEvent(trx, 'applications.changed', { performerId });
    return { participantId: id };
  });
};

/**
 * Removes a co-performer from the list. If approved or depicted in an item, the record stays with its documents (18 USC 2257);
 * otherwise it is deleted.
 * @throws CodedError NOT_FOUND
 */
export const removeParticipant = async (
  platform: Platform,
  performerId: string,
  participantId: string,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const { database, clock } = platform;
  await transact(database, idempotency, async (trx) => {
    const row = await trx
      .selectFrom('participants')
      .selectAll()
      .where('id', '=', participantId)
      .where('performer_id', '=', performerId)
      .where('removed_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new CodedError('NOT_FOUND');
    const seen = await trx
      .selectFrom('item_participants')
      .select('item_id')
      .where('participant_id', '=', row.id)
      .limit(sql.lit(1))
      .executeTakeFirst();
    if (row.state === 'approved' || seen) {
      await trx.updateTable('participants').set({ removed_at: clock.now(), updated_at: clock.now() }).where('id', '=', row.id).execute();
    } else {
      await trx.deleteFrom('participants').where('id', '=', row.id).execute();
      await removeFile(platform, trx, row.identity_file_id);
      await removeFile(platform, trx, row.release_file_id);
    }
    await recordEvent(trx, 'applications.changed', { performerId });
    return {};
  });
};
