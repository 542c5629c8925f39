import { randomUUID } from 'node:crypto';
import type { Trx } from '../../platform/database/database.ts';
import { madeHere } from '../../platform/media/clean-file.ts';
import { hashPictureBytes } from '../../platform/media/pictures.ts';
import type { Variant } from '../../platform/media/variants.ts';
import type { Platform } from '../../platform/platform.ts';
import { writeHashes } from './copies.store.ts';
import { insertFile } from './files.store.ts';
import { type FoundCopy, findCopies } from './find-copies.ts';

const CONTENT_TYPE = 'image/jpeg';
/** A strip of stills is looked at for some minutes. */
const ADDRESS_SECONDS = 15 * 60;

/**
 * Puts a still of a show into storage, and compares it with what was taken down. Its hashes aren't kept: whatever is taken down later, such as the
 * show's own recording, would resemble every still of it.
 * @param jpeg as an engine gave it
 * @returns what it looks like, and functions to insert its row with the pairs to be decided, or to discard it
 * @throws CodedError FILE_UNREADABLE
 */
export const storeStill = async (
  platform: Pick<Platform, 'database' | 'storage'>,
  ownerId: string,
  jpeg: Buffer,
): Promise<{
  copies: readonly FoundCopy[];
  insert(trx: Trx, copies: readonly FoundCopy[], at: Date): Promise<{ fileId: string; isAlike: boolean }>;
  discard(): Promise<void>;
}> => {
  const { width, height, hash } = await hashPictureBytes(jpeg);
  const id = randomUUID();
  const folder = `showStill/${id}-${randomUUID().slice(0, 8)}`;
  const key = `${folder}/still.jpg`;
  const stored = await platform.storage.put(key, jpeg, { contentType: CONTENT_TYPE });
  const discard = () => platform.storage.removeFolder(folder);
  const found = await findCopies(platform, { key, sha256: stored.sha256 }, [{ ...hash, atMs: 0 }]).catch(async (error: unknown) => {
    await discard();
    throw error;
  });
  const variants: Variant[] = [{ name: 'picture', key, width, height, contentType: CONTENT_TYPE }];
  return {
    copies: found,
    async insert(trx, copies, at) {
      const original = madeHere({ key, contentType: CONTENT_TYPE, ...stored });
      await insertFile(
        trx,
        id,
        { ownerId, purpose: 'showStill', kind: 'image', state: 'ready', original, width, height, variants, attachedAt: at },
        at,
      );
      return { fileId: id, isAlike: await writeHashes(trx, id, { frames: [], copies }, at) };
    },
    discard,
  };
};

/** The address of a still, for a session of one admin. */
export const stillUrl = ({ storage }: Pick<Platform, 'storage'>, key: string, accountId: string): string =>
  storage.ownUrl(key, CONTENT_TYPE, accountId, ADDRESS_SECONDS);
