import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { ITEM_CATEGORIES, ITEM_STATES, ITEM_TAGS } from './items.values.ts';
import {
  ACCESS_FILTERS,
  BROWSE_SORTS,
  ownItemsQuery,
  aboutFilters,
  itemFields,
  itemPhotos,
  itemView,
  itemWriteErrors,
  ownItem,
  uploadedFile,
} from './items.ts';
import { MAX_STOCK, PRODUCT_PICTURES, PRODUCT_TYPES, SHIPPING_PRICES } from './products.values.ts';
import {
  amount,
  cursorListOf,
  cursorPaging,
  done,
  flag,
  id,
  idList,
  idParams,
  line,
  listOf,
  picture,
  priceInput,
  sortable,
  text,
  payableTokens,
} from './shapes.ts';
import { isVisible } from './visible-text.values.ts';

const MB = 1024 * 1024;
/** How many products a call may name; as many as a cart may hold. */
const MAX_IDS = 50;

/** What sending a product costs, in tokens, to a country; `*` is every country without a price of its own. */
const shippingPrice = z.object({ country: z.string(), price: amount });

/** A product as a viewer sees it. What a digital one is of is never in it: see `download-link`. Its pictures are for everybody. */
export const productView = z.object({
  ...itemView,
  kind: z.literal('product'),
  type: z.enum(PRODUCT_TYPES),
  name: z.string(),
  description: z.string(),
  /** Tokens for one, and the same in the site's currency. */
  price: amount,
  money: amount,
  /** How many are left; null when there is no end to them. */
  stock: z.number().int().nullable(),
  /** It can be bought now: on sale, and not sold out. */
  isAvailable: z.boolean(),
  /** Its pictures, for everybody. */
  photos: itemPhotos,
  /** Its first picture; `photos` has all. */
  picture: picture.nullable(),
  /** Of a physical one; it isn't sent to countries that are missing. */
  shipping: z.array(shippingPrice),
});
export type ProductView = z.output<typeof productView>;

/** A product as its performer manages it; `files` are its pictures. */
export const ownProduct = z.object({
  ...ownItem,
  kind: z.literal('product'),
  type: z.enum(PRODUCT_TYPES),
  name: z.string(),
  description: z.string(),
  stock: z.number().int().nullable(),
  shipping: z.array(shippingPrice),
  /** What buyers of a digital one download. */
  file: z.object({ _id: id, name: z.string(), bytes: z.number().int(), contentType: z.string() }).nullable(),
});
export type OwnProduct = z.output<typeof ownProduct>;

const stock = z.number().int().min(0).max(MAX_STOCK).nullable();
const shipping = z
  .array(z.object({ country: z.string().regex(/^([A-Z]{2}|\*)$/), price: payableTokens(priceInput) }))
  .max(SHIPPING_PRICES)
  .refine((rows) => new Set(rows.map(({ country }) => country)).size === rows.length, { params: { rule: 'unique' } });
const imageIds = z.array(id).max(PRODUCT_PICTURES);

const productFields = {
  name: line(120),
  description: text(5000),
  price: itemFields.price,
  /** Of a physical one; null when there is no end to them. */
  stock,
  shipping,
  /** Its pictures in their order, from products/image or the library; `imageId` alone is one picture. */
  imageIds,
  imageId: id.nullable(),
  /** What buyers download: from products/file. */
  fileId: id.nullable(),
  categoryIds: itemFields.categoryIds,
  tags: itemFields.tags,
  scheduledAt: itemFields.scheduledAt,
  expiresAt: itemFields.expiresAt,
  isDraft: z.boolean(),
};

/** A field of a form that may be empty. */
const orNull = <T extends z.ZodType>(shape: T) => z.union([z.literal('').transform(() => null), shape]);
/** What a form carries as JSON. */
const jsonOf = <T extends z.ZodType>(shape: T) =>
  z.union([
    z
      .string()
      .max(20_000)
      .transform((value, context) => {
        try {
          return JSON.parse(value) as unknown;
        } catch {
          context.addIssue({ code: 'custom', params: { rule: 'type' } });
          return z.NEVER;
        }
      })
      .pipe(shape),
    shape,
  ]);

const productForm = z.object({
  type: z.enum(PRODUCT_TYPES),
  name: productFields.name,
  description: productFields.description.default(''),
  price: orNull(payableTokens(priceInput).nullable()).default(null),
  stock: orNull(
    z.union([
      z
        .string()
        .regex(/^\d{1,7}$/)
        .transform(Number)
        .pipe(z.number().int().max(MAX_STOCK)),
      stock,
    ]),
  ).default(null),
  /** JSON. */
  shipping: jsonOf(shipping).default([]),
  imageIds: idList(PRODUCT_PICTURES).default([]),
  imageId: orNull(id.nullable()).default(null),
  fileId: orNull(id.nullable()).default(null),
  categoryIds: idList(ITEM_CATEGORIES).default([]),
  /** Separated by commas. */
  tags: z
    .union([z.string().max(1000), z.array(z.string())])
    .transform((given) => (Array.isArray(given) ? given : given.split(',')).map((one) => one.trim()).filter(isVisible))
    .pipe(z.array(line(ITEM_TAGS.length)).max(ITEM_TAGS.most))
    .default([]),
  isDraft: flag.default(false),
});

const writeErrors = [...itemWriteErrors, 'ITEM_STATE', 'FILE_KIND_REFUSED', 'PRODUCT_FILE_MISSING', 'SHIPPING_REQUIRED'] as const;
const fileErrors = [
  'FILE_KIND_REFUSED',
  'FILE_TOO_LARGE',
  'FILE_UNREADABLE',
  'FILE_NOT_MADE',
  'UPLOAD_INCOMPLETE',
  'QUOTA_EXCEEDED',
] as const;
const download = {
  accept: ['document', 'archive', 'audio', 'image', 'video'],
  maxBytes: 4096 * MB,
  purpose: 'productFile',
  unchanged: true,
} as const;

const creation = {
  summary:
    'Offer a product, at once or as a draft, with its picture and, of a digital one, its file: it is active only once it has that. Physical ones need what sending them costs.',
  who: 'performer',
  verified: true,
  body: productForm,
  files: {
    file: { ...download, optional: true },
    image: { accept: ['image'], maxBytes: 20 * MB, optional: true },
  },
  output: ownProduct,
  status: 201,
  errors: [...writeErrors, ...fileErrors],
  limit: 'upload',
} as const;

export const products = endpoints({
  'POST /performer/performer-assets/products/upload': creation,
  'POST /performer/performer-assets/products': creation,
  'POST /performer/performer-assets/products/image': {
    summary: 'Bring a picture of a product.',
    who: 'performer',
    verified: true,
    files: {
      image: { accept: ['image'], maxBytes: 20 * MB, optional: true },
      file: { accept: ['image'], maxBytes: 20 * MB, optional: true },
    },
    output: uploadedFile,
    status: 201,
    errors: [...fileErrors, 'FILE_MISSING'],
    limit: 'upload',
  },
  'POST /performer/performer-assets/products/file': {
    summary: 'Bring what buyers of a digital product download: a document, archive, sound, picture or film. It is kept unchanged.',
    who: 'performer',
    verified: true,
    files: { file: download },
    output: uploadedFile,
    status: 201,
    errors: [...fileErrors, 'FILE_MISSING'],
    limit: 'upload',
  },
  'GET /performer/performer-assets/products/search': {
    summary: 'Own products, newest first.',
    who: 'performer',
    query: ownItemsQuery.extend({ state: z.enum(ITEM_STATES).optional() }),
    output: listOf(ownProduct),
  },
  'GET /performer/performer-assets/products/{id}/view': {
    summary: 'An own product.',
    who: 'performer',
    params: idParams,
    output: ownProduct,
  },
  'PUT /performer/performer-assets/products/{id}': {
    summary: 'Change an own product; what isn’t given stays. A new price or new postage counts for those who buy later.',
    who: 'performer',
    verified: true,
    params: idParams,
    body: z
      .object({
        ...productFields,
        /** The stock that was shown when `stock` was typed: then the difference is applied, so that what sold meanwhile stays sold. */
        stockSeen: stock,
      })
      .partial(),
    output: ownProduct,
    errors: [...writeErrors],
  },
  'DELETE /performer/performer-assets/products/{id}': {
    summary: 'Delete a product for everyone but those who bought it.',
    who: 'performer',
    params: idParams,
    output: done,
  },
  'GET /performer-assets/products/search': {
    summary:
      'Products on sale, newest first: of a performer, by words, tag, category, or those of the ids. What is off sale, or hidden from the caller, is missing.',
    who: 'public',
    costly: false,
    query: sortable(cursorPaging, BROWSE_SORTS).extend({
      q: text(60).optional(),
      /** Id or username. */
      performerId: z.string().max(60).optional(),
      ids: idList(MAX_IDS).optional(),
      type: z.enum(PRODUCT_TYPES).optional(),
      access: z.enum(ACCESS_FILTERS).optional(),
      ...aboutFilters,
    }),
    output: cursorListOf(productView),
  },
  'GET /performer-assets/products/{id}': {
    summary: 'One product; for those who bought it also when it is off sale.',
    who: 'public',
    params: idParams,
    output: productView,
  },
  'GET /performer-assets/products/{id}/download-link': {
    summary: 'Where those who may have a digital product download it: a signed address for a quarter of an hour.',
    who: 'user',
    params: idParams,
    output: z.object({ url: z.string(), /** What it is saved as. */ name: z.string(), bytes: z.number().int(), contentType: z.string() }),
    errors: ['LOCKED', 'FILE_MISSING', 'FILE_NOT_MADE'],
  },
});
