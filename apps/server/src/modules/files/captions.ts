import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { CAPTIONS_LANGUAGES } from '@stagedoor/contract/media';
import { type Trx, recordEvent } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import { captionsOf } from '../../platform/media/captions.ts';
import type { Variant } from '../../platform/media/variants.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ReceivedFile } from '../../platform/storage/received-file.ts';
import { discardFolder } from './files.store.ts';

const CONTENT_TYPE = 'text/vtt';
const folderOf = (key: string): string => key.slice(0, key.lastIndexOf('/'));

/** Replaces a video's captions and records the event for users of the file. Replaced files are removed from storage after the commit. */
const change = async (
  platform: Platform,
  trx: Trx,
  file: { id: string; state: string; variants: readonly Variant[] },
  locale: string,
  added: readonly Variant[],
): Promise<void> => {
  const isOld = ({ name, language }: Variant): boolean => name === 'captions' && language === locale;
  const variants = file.variants;
  for (const { key } of variants.filter(isOld)) await discardFolder(platform, trx, folderOf(key));
  await trx
    .updateTable('files')
    .set({ variants: JSON.stringify([...variants.filter((variant) => !isOld(variant)), ...added]), updated_at: platform.clock.now() })
    .where('id', '=', file.id)
    .execute();
  if (file.state === 'ready') await recordEvent(trx, 'files.ready', { fileId: file.id });
};

/**
 * Sets a video's captions in a language, replacing existing ones.
 * @param file its row, locked
 * @throws CodedError FILE_UNREADABLE, CAPTIONS_FULL
 */
export const setCaptions = async (
  platform: Platform,
  trx: Trx,
  file: { id: string; state: string; variants: readonly Variant[] },
  locale: string,
  received: ReceivedFile,
): Promise<void> => {
  const captions = captionsOf(await buffer((await platform.storage.open(received.key)).stream));
  const others = file.variants.filter(({ name, language }) => name === 'captions' && language !== locale);
  if (others.length >= CAPTIONS_LANGUAGES) throw new CodedError('CAPTIONS_FULL');
  const folder = `captions/${file.id}-${randomUUID().slice(0, 8)}`;
  const key = `${folder}/${locale}.vtt`;
  await platform.storage.put(key, Buffer.from(captions), { contentType: CONTENT_TYPE });
  try {
    await change(platform, trx, file, locale, [
      { name: 'captions', key, width: 0, height: 0, contentType: CONTENT_TYPE, language: locale },
    ]);
  } catch (error) {
    await platform.storage.removeFolder(folder);
    throw error;
  }
};

/** Removes a video's captions in a language. @throws CodedError NOT_FOUND when it has none */
export const removeCaptions = async (
  platform: Platform,
  trx: Trx,
  file: { id: string; state: string; variants: readonly Variant[] },
  locale: string,
): Promise<void> => {
  if (!file.variants.some(({ name, language }) => name === 'captions' && language === locale)) throw new CodedError('NOT_FOUND');
  await change(platform, trx, file, locale, []);
};
