import { randomUUID } from 'node:crypto';
import { BRANDING_KEYS, type BrandingKey, SETTINGS } from '@stagedoor/contract/settings';
import { FieldsError } from '../../platform/errors.ts';
import { makeIcon } from '../../platform/media/icon.ts';
import { sniffKind } from '../../platform/media/sniff.ts';
import { fetchPublic } from '../../platform/outbound/fetch-public.ts';
import type { Platform } from '../../platform/platform.ts';
import { BRANDING_FOLDER } from '../../platform/storage/branding.routes.ts';
import { uploadsFolder } from '../../platform/storage/received-file.ts';

const MAX_BYTES = 2 * 1024 * 1024;
const TIMEOUT_MS = 10_000;

/** Stored sizes of the pictures: twice the displayed size, for high-density screens. */
const SIZES: Record<BrandingKey, { width: number; height: number; format: 'webp' | 'png'; isAnimated?: boolean }> = {
  logoUrl: { width: 720, height: 160, format: 'webp' },
  whiteLogoUrl: { width: 720, height: 160, format: 'webp' },
  favicon: { width: 256, height: 256, format: 'png' },
  pageLoadingIconUrl: { width: 256, height: 256, format: 'webp', isAnimated: true },
};

export type Needed = Pick<Platform, 'settings' | 'storage' | 'config' | 'log'>;

/**
 * Stores a branding picture from an upload. It is re-encoded from its pixels, so nothing else of the file is stored.
 * @returns the key of the stored file, which is its path on the site
 * @throws CodedError FILE_UNREADABLE
 */
export const storeBranding = async ({ storage }: Pick<Platform, 'storage'>, setting: BrandingKey, uploadedKey: string): Promise<string> => {
  const { width, height, ...options } = SIZES[setting];
  const { data, extension } = await makeIcon(storage, uploadedKey, { width, height }, options);
  const stored = `${BRANDING_FOLDER}/${randomUUID()}.${extension}`;
  await storage.put(stored, data, { contentType: `image/${extension}` });
  return stored;
};

const fetchPicture = async (platform: Needed, setting: BrandingKey, url: string): Promise<string> => {
  const { storage, config } = platform;
  const { body } = await fetchPublic(url, {
    accept: 'image/',
    maxBytes: MAX_BYTES,
    timeoutMs: TIMEOUT_MS,
    networks: config.linkPreviewNetworks,
  });
  const key = `${uploadsFolder(new Date())}/${randomUUID()}`;
  try {
    await storage.put(key, body, { contentType: 'application/octet-stream' });
    if ((await sniffKind(storage, key))?.kind !== 'image') throw new Error('not a picture of a known kind');
    return await storeBranding(platform, setting, key);
  } finally {
    await storage.remove(key);
  }
};

/** The path of an address on this site; null for one of another site. */
const pathHere = (address: string, publicUrl: string): string | null => {
  const url = new URL(address, publicUrl);
  return url.origin === new URL(publicUrl).origin ? url.pathname + url.search : null;
};

/**
 * Replaces addresses of other sites in branding settings by pictures of ours: pages may not load pictures from elsewhere, and an owner's logo
 * shouldn't tell another site who visits. Values that aren't valid addresses stay, for the settings' own check.
 *
 * @returns the values, and the keys of the files that were stored
 * @throws FieldsError when a picture can't be fetched; nothing is stored then
 */
export const fetchBranding = async (
  platform: Needed,
  values: Record<string, unknown>,
): Promise<{ values: Record<string, unknown>; stored: string[] }> => {
  const own: Record<string, unknown> = { ...values };
  const stored: string[] = [];
  const problems: { property: string; rule: string }[] = [];
  for (const key of BRANDING_KEYS) {
    const value = values[key];
    if (typeof value !== 'string' || !/^https?:/i.test(value) || !SETTINGS[key].schema.safeParse(value).success) continue;
    const path = pathHere(value, platform.config.publicUrl);
    if (path !== null) {
      own[key] = path;
      continue;
    }
    try {
      const file = await fetchPicture(platform, key, value);
      stored.push(file);
      own[key] = `/${file}`;
    } catch (error) {
      platform.log.info({ err: error, key }, 'a branding picture could not be fetched');
      problems.push({ property: key, rule: 'pictureUnreachable' });
    }
  }
  if (problems.length === 0) return { values: own, stored };
  for (const key of stored) await platform.storage.remove(key);
  throw new FieldsError(problems);
};
