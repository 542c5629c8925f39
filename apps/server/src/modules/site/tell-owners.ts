import { type SettingKey, isSafetySetting } from '@stagedoor/contract/settings';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import { transact } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { tellOtherOwners } from '../accounts/index.ts';

/** Tells the other owners by mail which settings that make the site safe were changed. @returns the changed keys */
export const tellOwners = async (platform: Platform, viewer: AccountViewer, changed: SettingKey[]): Promise<SettingKey[]> => {
  const settings = changed.filter(isSafetySetting);
  if (settings.length > 0)
    await transact(platform.database, undefined, (trx) =>
      tellOtherOwners(platform, trx, viewer.accountId, { kind: 'safetyChanged', values: { settings, by: viewer.username } }),
    );
  return changed;
};
