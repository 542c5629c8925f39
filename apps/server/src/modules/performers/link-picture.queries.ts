import { linkSourceOf } from '@stagedoor/contract/link-pictures.values';
import { sql } from 'kysely';
import type { Caller } from '../../platform/caller.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Variant } from '../../platform/media/variants.ts';
import { visiblePerformer } from '../access/index.ts';
import { avatarUrl } from '../accounts/index.ts';
import { pictureOf } from '../files/index.ts';

/**
 * The address of the picture that stands for a performer: the cover, else the avatar.
 * @throws CodedError NOT_FOUND also for those hidden from this caller
 */
export const profilePictureOf = async (
  platform: Pick<Platform, 'database' | 'storage'>,
  { viewer, country }: Caller,
  performerId: string,
): Promise<string> => {
  const { rows } = await sql<{ avatar_key: string | null; variants: readonly Variant[] | null; thumbhash: string | null }>`
    select a.avatar_key, c.variants, c.thumbhash from performers p
    join accounts a on a.id = p.account_id
    left join files c on c.id = p.cover_file_id
    where p.account_id = ${performerId}::uuid and ${visiblePerformer(viewer, country)}`.execute(platform.database);
  const row = rows[0];
  if (!row) throw new CodedError('NOT_FOUND');
  const cover = pictureOf(platform, row.variants, row.thumbhash);
  return (cover && linkSourceOf(cover)) ?? avatarUrl(platform, row.avatar_key);
};
