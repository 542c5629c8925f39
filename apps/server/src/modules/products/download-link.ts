import type { ProductView } from '@stagedoor/contract/products';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import type { Caller } from '../../platform/caller.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireClean } from '../files/index.ts';
import { getItem } from '../items/index.ts';
import { fileNameOf } from './file-name.ts';

/** How long a download may be begun. */
const SECONDS = 15 * 60;

/**
 * A signed address of a digital product's file, for viewers with access.
 * @throws CodedError NOT_FOUND also for physical products, LOCKED unless bought, FILE_MISSING while it has no file, FILE_NOT_MADE
 *   for one that can't be cleaned
 */
export const getDownloadLink = async (platform: Platform, caller: Caller<AccountViewer>, productId: string) => {
  const product = await getItem<ProductView>(platform, 'product', caller, productId);
  if (product.type !== 'digital') throw new CodedError('NOT_FOUND');
  if (!product.access.allowed) throw new CodedError('LOCKED');
  const file = await platform.database
    .selectFrom('item_files as r')
    .innerJoin('files as f', 'f.id', 'r.file_id')
    .select(['f.original_key', 'f.content_type', 'f.bytes'])
    .where('r.item_id', '=', productId)
    .where('r.role', '=', 'download')
    .where('r.position', '=', 0)
    .executeTakeFirst();
  if (!file) throw new CodedError('FILE_MISSING');
  const key = await requireClean(platform, file.original_key);
  const name = fileNameOf(product.name, file.content_type);
  return {
    url: platform.storage.downloadUrl(key, { contentType: file.content_type, name }, SECONDS),
    name,
    bytes: key === file.original_key ? Number(file.bytes) : (await platform.storage.stat(key)).bytes,
    contentType: file.content_type,
  };
};
