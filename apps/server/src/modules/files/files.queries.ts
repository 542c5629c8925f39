import type { Picture, VideoFile } from '@stagedoor/contract/shapes';
import type { UploadedFile } from '@stagedoor/contract/items';
import type { Selectable } from 'kysely';
import type { Files } from '../../platform/database/schema.gen.ts';
import type { Variant } from '../../platform/media/variants.ts';
import type { Platform } from '../../platform/platform.ts';

type StorageContext = Pick<Platform, 'storage'>;

/** The AVIF renditions of a picture, if any. */
const avifOf = (platform: StorageContext, variants: readonly Variant[] | null): Pick<Picture, 'avif'> => {
  const list = (variants ?? []).filter(({ name }) => name === 'avif').sort((a, b) => a.width - b.width);
  return list.length === 0 ? {} : { avif: list.map(({ width, key }) => ({ width, url: platform.storage.signedUrl(key) })) };
};

/** The silent film of an animated picture, if any. */
const animationOf = (platform: StorageContext, variants: readonly Variant[] | null): Pick<Picture, 'animation'> => {
  const found = variants?.find(({ name }) => name === 'animation');
  return found ? { animation: platform.storage.signedUrl(found.key) } : {};
};

/** A picture's sizes as sent to clients, smallest first; null without any. */
export const pictureOf = (
  platform: StorageContext,
  variants: readonly Variant[] | null,
  thumbhash: string | null,
  name: Variant['name'] = 'picture',
): Picture | null => {
  const list = (variants ?? []).filter((variant) => variant.name === name).sort((a, b) => a.width - b.width);
  const largest = list.at(-1);
  if (!largest) return null;
  return {
    width: largest.width,
    height: largest.height,
    thumbhash,
    sources: list.map(({ width, key }) => ({ width, url: platform.storage.signedUrl(key) })),
    ...(name === 'picture' ? { ...avifOf(platform, variants), ...animationOf(platform, variants) } : {}),
  };
};

/** A language's own name, capitalised for lists: `Español`. */
const nameOf = (locale: string): string => {
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
};

/** The captions of a video, sorted by language tag. */
export const captionsIn = (variants: readonly Variant[] | null): { locale: string; label: string; key: string }[] =>
  (variants ?? [])
    .flatMap(({ name, language, key }) => (name === 'captions' && language ? [{ locale: language, label: nameOf(language), key }] : []))
    .sort((a, b) => (a.locale < b.locale ? -1 : 1));

/** A video's renditions as sent to clients. */
export const videoOf = (
  platform: StorageContext,
  media: {
    width: number | null;
    height: number | null;
    durationMs: number | null;
    thumbhash: string | null;
    variants: readonly Variant[] | null;
  },
): VideoFile => {
  const variants = media.variants ?? [];
  const addressOf = (wanted: Variant['name']): string | null => {
    const found = variants.find(({ name }) => name === wanted);
    return found ? platform.storage.signedUrl(found.key) : null;
  };
  return {
    width: media.width,
    height: media.height,
    durationSeconds: media.durationMs === null ? null : media.durationMs / 1000,
    poster: pictureOf(platform, media.variants, media.thumbhash, 'poster'),
    mp4: addressOf('mp4'),
    hls: addressOf('hls'),
    previews: addressOf('previews'),
    captions: captionsIn(variants).map(({ locale, label, key }) => ({ locale, label, url: platform.storage.signedUrl(key) })),
  };
};

/** A file as its owner sees it in a composer. */
export const uploadedFileOf = (
  platform: StorageContext,
  row: Pick<Selectable<Files>, 'id' | 'kind' | 'state' | 'progress' | 'failure' | 'variants' | 'thumbhash' | 'inside'>,
): UploadedFile => ({
  _id: row.id,
  kind: row.kind,
  state: row.state,
  progress: row.progress,
  failure: row.failure,
  picture: pictureOf(platform, row.variants, row.thumbhash) ?? pictureOf(platform, row.variants, row.thumbhash, 'poster'),
  ...(row.inside ? { inside: row.inside } : {}),
});
