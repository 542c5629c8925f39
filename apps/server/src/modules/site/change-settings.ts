import { randomUUID } from 'node:crypto';
import { BRANDING_KEYS, type BrandingKey, type SettingKey } from '@stagedoor/contract/settings';
import { makeIcon } from '../../platform/media/icon.ts';
import type { Platform } from '../../platform/platform.ts';
import { BRANDING_FOLDER, brandingKeyOf } from '../../platform/storage/branding.routes.ts';
import type { ReceivedFile } from '../../platform/storage/uploads.ts';

type Needed = Pick<Platform, 'settings' | 'storage'>;

/** Files referenced by settings. */
const filesInUse = ({ settings }: Pick<Platform, 'settings'>): Set<string> =>
  new Set(BRANDING_KEYS.map((key) => brandingKeyOf(settings.get(key))).filter((key) => key !== null));

/** Changes settings by `write`, and removes branding pictures that no setting references any more. */
const changing = async (platform: Needed, write: () => Promise<SettingKey[]>): Promise<SettingKey[]> => {
  const before = filesInUse(platform);
  const changed = await write();
  const after = filesInUse(platform);
  for (const key of before) if (!after.has(key)) await platform.storage.remove(key);
  return changed;
};

/** @throws FieldsError, CodedError FORBIDDEN; see `Settings.change` */
export const changeSettings = (platform: Needed, adminId: string, values: Record<string, unknown>): Promise<SettingKey[]> =>
  changing(platform, () => platform.settings.change(values, adminId));

/** @throws FieldsError, CodedError FORBIDDEN; see `Settings.reset` */
export const resetSettings = (platform: Needed, adminId: string, keys: readonly string[]): Promise<SettingKey[]> =>
  changing(platform, () => platform.settings.reset(keys, adminId));

/** Stored sizes of the pictures: twice the displayed size, for high-density screens. */
const SIZES: Record<BrandingKey, { width: number; height: number; format: 'webp' | 'png'; isAnimated?: boolean }> = {
  logoUrl: { width: 720, height: 160, format: 'webp' },
  whiteLogoUrl: { width: 720, height: 160, format: 'webp' },
  favicon: { width: 256, height: 256, format: 'png' },
  pageLoadingIconUrl: { width: 256, height: 256, format: 'webp', isAnimated: true },
};

/**
 * Stores an uploaded branding picture and references it in its setting. It is re-encoded from its pixels, so nothing else of the file is
 * kept; SVG, which may contain scripts, is refused earlier by content sniffing.
 * @throws CodedError FILE_UNREADABLE
 */
export const setBranding = async (platform: Platform, adminId: string, key: BrandingKey, file: ReceivedFile): Promise<{ url: string }> => {
  const { storage } = platform;
  const { width, height, ...options } = SIZES[key];
  const { data, extension } = await makeIcon(storage, file.key, { width, height }, options);
  const stored = `${BRANDING_FOLDER}/${randomUUID()}.${extension}`;
  await storage.put(stored, data, { contentType: `image/${extension}` });
  const url = `/${stored}`;
  try {
    await changeSettings(platform, adminId, { [key]: url });
  } catch (error) {
    await storage.remove(stored);
    throw error;
  }
  return { url };
};
