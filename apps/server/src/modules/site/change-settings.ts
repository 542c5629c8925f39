import { BRANDING_KEYS, type BrandingKey, type SettingKey } from '@stagedoor/contract/settings';
import type { Platform } from '../../platform/platform.ts';
import type { MaintenanceChoice } from '../../platform/settings/write-settings.ts';
import { brandingKeyOf } from '../../platform/storage/branding.routes.ts';
import type { ReceivedFile } from '../../platform/storage/received-file.ts';
import { type Needed, fetchBranding, storeBranding } from './fetch-branding.ts';

/** Files referenced by settings. */
const filesInUse = ({ settings }: Pick<Platform, 'settings'>): Set<string> =>
  new Set(BRANDING_KEYS.map((key) => brandingKeyOf(settings.get(key))).filter((key) => key !== null));

/** Changes settings by `write`, and removes branding pictures that no setting references any more. */
const changing = async (platform: Pick<Platform, 'settings' | 'storage'>, write: () => Promise<SettingKey[]>): Promise<SettingKey[]> => {
  const before = filesInUse(platform);
  const changed = await write();
  const after = filesInUse(platform);
  for (const key of before) if (!after.has(key)) await platform.storage.remove(key);
  return changed;
};

/**
 * Changes settings. Branding pictures of other sites are fetched once and stored with ours.
 * @param adminId null on the command line
 * @throws FieldsError, CodedError FORBIDDEN; see `Settings.change` and `fetchBranding`
 */
export const changeSettings = async (
  platform: Needed,
  adminId: string | null,
  values: Record<string, unknown>,
  choice?: MaintenanceChoice,
): Promise<SettingKey[]> => {
  const fetched = await fetchBranding(platform, values);
  try {
    return await changing(platform, () => platform.settings.change(fetched.values, adminId, choice));
  } catch (error) {
    for (const key of fetched.stored) await platform.storage.remove(key);
    throw error;
  }
};

/** @throws FieldsError, CodedError FORBIDDEN; see `Settings.reset` */
export const resetSettings = (
  platform: Pick<Platform, 'settings' | 'storage'>,
  adminId: string | null,
  keys: readonly string[],
): Promise<SettingKey[]> => changing(platform, () => platform.settings.reset(keys, adminId));

/**
 * Stores an uploaded branding picture and references it in its setting. SVG, which may contain scripts, is refused earlier by content sniffing.
 * @throws CodedError FILE_UNREADABLE
 */
export const setBranding = async (platform: Platform, adminId: string, key: BrandingKey, file: ReceivedFile): Promise<{ url: string }> => {
  const stored = await storeBranding(platform, key, file.key);
  const url = `/${stored}`;
  try {
    await changeSettings(platform, adminId, { [key]: url });
  } catch (error) {
    await platform.storage.remove(stored);
    throw error;
  }
  return { url };
};
