import { type RawBuilder, sql } from 'kysely';
import { purposesWith } from './purposes.ts';

/** The columns that name a file in use. A test compares them with the schema. */
export const USING_COLUMNS = [
  'accounts.avatar_file_id',
  'comments.file_id',
  'gifts.image_file_id',
  'item_files.file_id',
  'participants.identity_file_id',
  'participants.release_file_id',
  'performer_documents.file_id',
  'performers.cover_file_id',
  'performers.welcome_video_file_id',
  'promos.picture_file_id',
  // A picture that was removed can be given back.
  'restrictions.file_id',
  'show_stills.file_id',
  'stream_recordings.file_id',
] as const;

const isNamed = sql.join(
  USING_COLUMNS.map(
    (column) => sql`exists (select from ${sql.table(column.split('.')[0]!)} x where x.${sql.ref(column.split('.')[1]!)} = f.id)`,
  ),
  sql` or `,
);

const library = sql.join(purposesWith('isInLibrary').map((purpose) => sql.lit(purpose)));

/**
 * True for used files of `files f`: named by a row, sent in a message, or in their owner's library. Pictures of gifts are: what was given shows
 * them for good.
 */
export const isUsed: RawBuilder<boolean> = sql<boolean>`(f.purpose = 'gift'
  or (f.purpose in (${library}) and f.removed_at is null)
  or ${isNamed}
  or (f.purpose = 'message' and (
    exists (select from messages m where cardinality(m.file_ids) > 0 and m.file_ids @> array[f.id])
    or exists (select from messages m where m.preview ->> 'fileId' is not null and m.preview ->> 'fileId' = f.id::text))))`;
