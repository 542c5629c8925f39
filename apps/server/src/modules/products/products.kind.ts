import type { OwnProduct, ProductView } from '@stagedoor/contract/products';
import type { ProductType } from '@stagedoor/contract/products.values';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { sql } from 'kysely';
import { moneyOf } from '../../ledger/index.ts';
import { noteShown } from '../../platform/caching/shown.ts';
import { tokenValueOf } from '../access/index.ts';
import { pictureOf } from '../files/index.ts';
import type { ItemKindModule } from '../items/index.ts';
import { fileNameOf } from './file-name.ts';

/** What a product is and what sending it costs; changing it touches the item. */
interface ProductTerms {
  type: ProductType;
  /** In the order of their countries, `*` last. Hundredths of a token. */
  shipping: readonly { country: string; price: bigint }[];
  file: { id: string; bytes: number; contentType: string } | null;
}

const shippingOf = ({ shipping }: Partial<ProductTerms>) =>
  (shipping ?? []).map(({ country, price }) => ({ country, price: hundredthsToNumber(price) }));

/** A photo without what is its own in the list. */
const pictureOfPhoto = ({ _id: _photoId, alt: _alt, ...picture }: ProductView['photos'][number]): ProductView['picture'] => picture;

/** Something that is sold: sent by post, or downloaded. Its stock is read for each look: a sale doesn't touch the item. */
export const productKind: ItemKindModule<ProductTerms, { stock: number | null }, ProductView, OwnProduct> = {
  kind: 'product',
  table: 'products',
  files: { content: ['productImage', 'photo', 'media', 'feedPhoto'], thumbnail: [], teaser: [] },
  stateError: 'ITEM_STATE',
  mediaType: 'photo',
  problemOf: (_, files) => (files.some(({ kind }) => kind !== 'image') ? 'FILE_KIND_REFUSED' : null),
  async loadShared(executor, itemIds) {
    const { rows } = await sql<{
      id: string;
      type: ProductType;
      shipping: { country: string; price: string }[] | null;
      file: { id: string; bytes: number; contentType: string } | null;
    }>`
      select d.id, d.type,
        (select json_agg(json_build_object('country', s.country, 'price', s.price_amount::text) order by s.country = '*', s.country)
          from product_shipping s where s.product_id = d.id) as shipping,
        (select json_build_object('id', f.id, 'bytes', f.bytes, 'contentType', f.content_type)
          from item_files r join files f on f.id = r.file_id where r.item_id = d.id and r.role = 'download' and r.position = 0) as file
      from products d where d.id = any(${itemIds}::uuid[])`.execute(executor);
    return new Map(
      rows.map(({ id, type, shipping, file }) => [
        id,
        { type, file, shipping: (shipping ?? []).map(({ country, price }) => ({ country, price: BigInt(price) })) },
      ]),
    );
  },
  async loadPersonal({ database }, _caller, contents) {
    if (contents.length === 0) return new Map();
    const rows = await database
      .selectFrom('products')
      .select(['id', 'stock'])
      .where(
        'id',
        'in',
        contents.map(({ id }) => id),
      )
      .execute();
    return new Map(rows.map(({ id, stock }) => [id, { stock }]));
  },
  view(platform, common, { content, shared, personal }) {
    noteShown(content.item_performer_id);
    const price = content.price_amount ?? 0n;
    const stock = personal?.stock ?? null;
    // Pictures of what is sold are for everybody.
    const photos = content.media.flatMap(({ id, variants, thumbhash, alt }) => {
      const picture = pictureOf(platform, variants, thumbhash);
      return picture ? [{ _id: id, alt: alt ?? '', ...picture }] : [];
    });
    return {
      ...common,
      kind: 'product',
      photos,
      type: shared?.type ?? 'digital',
      name: content.title,
      description: content.text,
      price: hundredthsToNumber(price),
      money: hundredthsToNumber(moneyOf(price, tokenValueOf(platform.settings))),
      stock,
      isAvailable: content.on_sale && content.price_amount !== null && stock !== 0,
      picture: photos[0] ? pictureOfPhoto(photos[0]) : null,
      shipping: shippingOf(shared ?? {}),
    };
  },
  own: (_, common, { text, shared, personal }) => ({
    ...common,
    kind: 'product',
    type: shared?.type ?? 'digital',
    name: common.title,
    description: text,
    stock: personal?.stock ?? null,
    shipping: shippingOf(shared ?? {}),
    file: shared?.file
      ? {
          _id: shared.file.id,
          name: fileNameOf(common.title, shared.file.contentType),
          bytes: shared.file.bytes,
          contentType: shared.file.contentType,
        }
      : null,
  }),
};
