import { isOneOf } from '@stagedoor/contract/keys.values';
import { PROFILE_PARTS, type ProfilePart } from '@stagedoor/contract/reports.values';
import { sql } from 'kysely';
import type { Trx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { endSuspension, giveAvatar, takeAvatar } from '../accounts/index.ts';
import { restoreComment, takeDownComment } from '../comments/index.ts';
import { restoreMessage, takeDownMessage } from '../conversations/index.ts';
import { restoreItem, takeDownItem } from '../items/index.ts';
import { giveProfilePart, setProfileHidden, takeProfilePart } from '../performers/index.ts';
import type { RestrictedObject, RestrictionRow } from '../restrictions/index.ts';
import { stopShowIn } from '../streams/index.ts';

// The effect of a measure for each type of object, and how it is given back byte for byte.

/** Kept for giving content back. */
interface Held {
  fileId?: string | null;
  state?: string | null;
}

export const isProfilePart = (type: string): type is ProfilePart => isOneOf(PROFILE_PARTS, type);

/** Returns true for the account of a performer: a fan has no page that could be hidden. */
const isPerformer = async (trx: Trx, accountId: string): Promise<boolean> =>
  (await trx.selectFrom('performers').select('account_id').where('account_id', '=', accountId).executeTakeFirst()) !== undefined;

/** Returns true for objects that a measure takes out of sight. A show on air is stopped instead; a fan's account can only be warned. */
export const canBeHidden = async (trx: Trx, { type, id }: RestrictedObject): Promise<boolean> =>
  type !== 'stream' && (type !== 'account' || (await isPerformer(trx, id)));

/** Takes an object out of sight for everybody, in the transaction of the measure. Gone already, nothing happens. */
export const takeObject = async (trx: Trx, { type, id }: RestrictedObject, at: Date): Promise<Held> => {
  switch (type) {
    case 'comment': {
      const taken = await takeDownComment(trx, id, at);
      return { state: taken?.wasHidden ? 'hidden' : 'shown' };
    }
    case 'message':
      await takeDownMessage(trx, id, at);
      return {};
    case 'account':
      await setProfileHidden(trx, id, true, at);
      return {};
    case 'avatar':
      return { fileId: await takeAvatar(trx, id, at) };
    case 'cover':
    case 'welcomeVideo':
      return { fileId: await takeProfilePart(trx, id, type, at) };
    case 'stream':
      return {};
    default:
      return { state: (await takeDownItem(trx, id, at)).state };
  }
};

/** Stops a show on air. @returns false when it has ended */
export const stopObject = async (trx: Trx, streamId: string, words: string, at: Date): Promise<boolean> =>
  (await stopShowIn(trx, streamId, words, at)) !== undefined;

/**
 * Shows again what a measure took, unless its owner deleted or replaced it meanwhile. Nothing is given back of a show that was stopped, a review that
 * was refused, or a warning.
 * @param adminId who ended the measure
 */
export const giveObject = async (platform: Platform, trx: Trx, row: RestrictionRow, adminId: string, at: Date): Promise<void> => {
  if (row.measure === 'suspended') return endSuspension(platform, trx, row.account_id, adminId);
  if (row.measure !== 'hidden' && row.measure !== 'removed') return;
  const { object_type: type, object_id: id, file_id: fileId, held_state: held } = row;
  if (type === 'comment') return restoreComment(trx, id, held === 'hidden', at);
  if (type === 'message') return restoreMessage(trx, id, at);
  if (type === 'account') return setProfileHidden(trx, id, false, at);
  if (type === 'avatar') return fileId === null ? undefined : giveAvatar(trx, id, fileId, at);
  if (type === 'cover' || type === 'welcomeVideo') return fileId === null ? undefined : giveProfilePart(trx, id, type, fileId, at);
  const item = await trx.selectFrom('items').select('state').where('id', '=', id).executeTakeFirst();
  // Shown again meanwhile.
  if (item?.state === 'taken-down') await restoreItem(trx, id, at, held);
};

/** A fingerprint of an object's contents: an admin who left them as they are isn't asked again before they change. */
export const contentsOf = async (trx: Trx, { type, id }: RestrictedObject): Promise<string> => {
  const held = sql`(select x.file_id::text from restrictions x where x.object_type = ${type} and x.object_id = ${id}::uuid and x.state = 'active' limit 1)`;
  const query =
    type === 'comment'
      ? sql<{ contents: string }>`select md5(row(c.content, c.file_id)::text) as contents from comments c where c.id = ${id}::uuid`
      : type === 'avatar'
        ? sql<{
            contents: string;
          }>`select coalesce(a.avatar_file_id::text, ${held}, '') as contents from accounts a where a.id = ${id}::uuid`
        : type === 'cover' || type === 'welcomeVideo'
          ? sql<{ contents: string }>`
              select coalesce(p.${sql.ref(type === 'cover' ? 'cover_file_id' : 'welcome_video_file_id')}::text, ${held}, '') as contents
              from performers p where p.account_id = ${id}::uuid`
          : type === 'account'
            ? sql<{ contents: string }>`
                select md5(row(a.name, a.avatar_file_id, p.bio, p.cover_file_id, p.welcome_video_file_id)::text) as contents
                from accounts a left join performers p on p.account_id = a.id where a.id = ${id}::uuid`
            : sql<{ contents: string }>`
                select md5(row(c.title, c.text, (select string_agg(r.file_id::text, ',' order by r.file_id) from item_files r
                  join items n on n.id = r.item_id where n.id = ${id}::uuid or n.parent_id = ${id}::uuid))::text) as contents
                from item_contents c where c.item_id = ${id}::uuid`;
  // A message can't be edited, and a show isn't the same the next time.
  if (type === 'message' || type === 'stream') return type;
  return (await query.execute(trx)).rows[0]?.contents ?? '';
};
