import { type SettingKey, isSafetySetting } from '@stagedoor/contract/settings';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import { transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { tellOtherOwners } from '../accounts/index.ts';

/**
 * Tells the other owners by mail which settings that make the site safe were changed.
 * @param viewer who changed them; null for the command line, of which every owner hears
 * @returns the changed keys
 */
export const tellOwners = async (platform: Platform, viewer: AccountViewer | null, changed: SettingKey[]): Promise<SettingKey[]> => {
  const settings = changed.filter(isSafetySetting);
  if (settings.length === 0) return changed;
  await transact(platform.database, undefined, (trx) =>
    viewer
      ? tellOtherOwners(platform, trx, viewer.accountId, { kind: 'safetyChanged', values: { settings, by: viewer.username } })
      : tellOtherOwners(platform, trx, null, { kind: 'safetyChangedOnServer', values: { settings } }),
  );
  return changed;
};
