import { watermarkText } from '../../platform/media/watermark.ts';
import type { Platform } from '../../platform/platform.ts';
import { hasTrait } from './purposes.ts';

/** The watermark of a file's renditions; null when disabled. The original never has it. */
export const watermarkOf = async (
  { settings, database }: Pick<Platform, 'settings' | 'database'>,
  { ownerId, purpose }: { ownerId: string | null; purpose: string },
): Promise<string | null> => {
  if (!settings.get('watermarkEnabled') || ownerId === null || !hasTrait(purpose, 'isWatermarked')) return null;
  const owner = await database.selectFrom('accounts').select('username').where('id', '=', ownerId).executeTakeFirst();
  return owner?.username ? watermarkText(settings.get('siteName'), owner.username) : null;
};
