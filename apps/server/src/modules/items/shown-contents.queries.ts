import type { ShownContents } from '@stagedoor/contract/catalog';
import { type Picture, hundredthsToNumber } from '@stagedoor/contract/shapes';
import { type RawBuilder, sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { uploadedFileOf, videoOf } from '../files/index.ts';
import { type FileRow, filesOfItem } from './item-files.ts';
import { itemKind } from './kinds.ts';

type ShownFile = ShownContents['files'][number];

/** How long a file that buyers download may be begun by the admin who looks at it. */
const DOWNLOAD_SECONDS = 15 * 60;

/** The file that stands for an item in a list of the administration: its thumbnail, or its first; a row as JSON, or null. */
export const firstFileOf = (itemId: RawBuilder<unknown>): RawBuilder<FileRow | null> => sql<FileRow | null>`(
  select to_jsonb(x) from item_files r join files x on x.id = r.file_id
  where r.item_id = ${itemId} and r.role in ('thumbnail', 'content') order by r.role desc, r.position limit 1)`;

/** A file's picture as it is, not blurred; of a film its poster. */
export const pictureOfFile = (platform: Platform, file: FileRow | null | undefined): Picture | null =>
  file ? uploadedFileOf(platform, file).picture : null;

/** A file as an admin looks at it: whole. What is neither a picture nor a film is downloaded, as what buyers download is,
 * once it is cleaned. */
export const shownFileOf = (platform: Platform, file: FileRow, role: ShownFile['role']): ShownFile => ({
  ...uploadedFileOf(platform, file),
  role,
  name: file.name,
  video: file.kind === 'video' && file.state === 'ready' ? videoOf(platform, { ...file, durationMs: file.duration_ms }) : null,
  download:
    (role === 'download' || file.kind === 'audio' || file.kind === 'document') && file.cleaned_at !== null
      ? platform.storage.downloadUrl(file.original_key, { contentType: file.content_type, name: file.name }, DOWNLOAD_SECONDS)
      : null,
});

interface ContentsRow {
  kind: Parameters<typeof itemKind>[0];
  text: string;
  tags: string[];
  part_words: string[];
  audience: NonNullable<ShownContents['audience']>;
  price_amount: bigint | null;
}

/** All that an item shows, in whatever state, for an admin who decides about it; null when there is no such item any more. */
export const readShownContents = async (
  platform: Platform,
  itemId: string,
): Promise<(ShownContents & { picture: Picture | null }) | null> => {
  const { rows } = await sql<ContentsRow>`
    select i.kind, coalesce(c.text, '') as text, coalesce(c.tags, '{}') as tags, i.audience, i.price_amount,
      array(select concat_ws(': ', nullif(t.title, ''), nullif(t.text, '')) from items y join item_contents t on t.item_id = y.id
        where y.parent_id = i.id and y.state <> 'deleted' and (t.title <> '' or t.text <> '') order by y.position) as part_words
    from items i left join item_contents c on c.item_id = i.id where i.id = ${itemId}::uuid`.execute(platform.database);
  const [row] = rows;
  if (!row) return null;
  const files = await filesOfItem(platform.database, itemId);
  return {
    picture: pictureOfFile(platform, files.find(({ role }) => role === 'thumbnail') ?? files.find(({ role }) => role === 'content')),
    text: row.text,
    tags: row.tags,
    furtherWords: [...row.part_words, ...((await itemKind(row.kind).furtherWords?.(platform.database, itemId)) ?? [])],
    audience: row.audience,
    price: row.price_amount === null ? null : hundredthsToNumber(row.price_amount),
    files: files.map((file) => shownFileOf(platform, file, file.role)),
  };
};
