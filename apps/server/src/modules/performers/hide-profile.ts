import { sql } from 'kysely';
import { type Trx, recordEvent } from '../../platform/database/database.ts';
import { attachFile } from '../files/index.ts';

/** The columns of a profile's cover and welcome video. */
const COLUMNS = { cover: 'cover_file_id', welcomeVideo: 'welcome_video_file_id' } as const;
type Part = keyof typeof COLUMNS;

/** Takes a profile, and all that its performer published, out of every list and page but those of admins and the performer; or ends that. */
export const setProfileHidden = async (trx: Trx, performerId: string, isHidden: boolean, at: Date): Promise<void> => {
  await trx
    .updateTable('performers')
    .set({ hidden_at: isHidden ? at : null, updated_at: at })
    .where('account_id', '=', performerId)
    .execute();
  await recordEvent(trx, 'performers.changed', { performerId });
};

/** Takes a profile's cover or welcome video away. @returns its file, which stays stored while something names it */
export const takeProfilePart = async (trx: Trx, performerId: string, part: Part, at: Date): Promise<string | null> => {
  const column = sql.ref(COLUMNS[part]);
  const { rows } = await sql<{ file_id: string | null }>`
    update performers p set ${column} = null, updated_at = ${at}
    where p.account_id = ${performerId}::uuid and p.${column} is not null returning old.${column} as file_id`.execute(trx);
  await recordEvent(trx, 'performers.changed', { performerId });
  return rows[0]?.file_id ?? null;
};

/** Gives it back, unless the profile has another one by now. */
export const giveProfilePart = async (trx: Trx, performerId: string, part: Part, fileId: string, at: Date): Promise<void> => {
  const column = sql.ref(COLUMNS[part]);
  const { numAffectedRows } = await sql`
    update performers p set ${column} = ${fileId}::uuid, updated_at = ${at}
    where p.account_id = ${performerId}::uuid and p.${column} is null
      and exists (select from accounts a where a.id = p.account_id and a.status <> 'deleted')
      and exists (select from files f where f.id = ${fileId}::uuid)`.execute(trx);
  if (numAffectedRows) await attachFile(trx, fileId, at);
  await recordEvent(trx, 'performers.changed', { performerId });
};
