import { watermarkText } from '../../platform/media/watermark.ts';
import type { Platform } from '../../platform/platform.ts';
import type { FilePurpose } from './files.store.ts';

/** What a performer publishes. Documents, products and what belongs to the site stay as they are. */
const MARKED: readonly string[] = [
  'feedPhoto',
  'feedVideo',
  'feedThumbnail',
  'feedTeaser',
  'media',
  'welcomeVideo',
] satisfies FilePurpose[];

/** What is burnt into a file's displayed forms; null where the site wants none. The original never has it. */
export const markOf = async (
  { settings, database }: Pick<Platform, 'settings' | 'database'>,
  { ownerId, purpose }: { ownerId: string | null; purpose: string },
): Promise<string | null> => {
  if (!settings.get('watermarkEnabled') || ownerId === null || !MARKED.includes(purpose)) return null;
  const owner = await database.selectFrom('accounts').select('username').where('id', '=', ownerId).executeTakeFirst();
  return owner?.username ? watermarkText(settings.get('siteName'), owner.username) : null;
};
