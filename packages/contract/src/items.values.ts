import { isKeyOf, isOneOf, keysOf } from './keys.values.ts';
// The registry of item kinds, as constants without Zod so that the web shares them. Whoever needs a list of kinds derives it from here;
// a new kind is one entry here and a folder of its own (docs/adding-a-module.md).

/** The life of everything published. */
export const ITEM_STATES = ['draft', 'scheduled', 'processing', 'review', 'active', 'taken-down', 'deleted'] as const;
export type ItemState = (typeof ITEM_STATES)[number];

/** Who an item is for. `buyers` needs a price. */
export const AUDIENCES = ['everyone', 'followers', 'subscribers', 'buyers'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** What the content of an item is made of; of `text` the words themselves are what is locked. */
export const MEDIA_TYPES = ['text', 'photo', 'video'] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

/** What can be done with the items of a kind. */
export interface KindTraits {
  /** First segment of the address of its page: `/feeds/{id}`. Null when it has no page. */
  path: string | null;
  /** How it is sold by itself: kind of the ledger's transaction, and the setting with its commission. Null for what is sold otherwise or not at all. */
  sale: { transaction: string; commission: string } | null;
  /** Coupons may be for it. */
  takesCoupons: boolean;
  /** Tips and gifts may be for it. */
  isTipped: boolean;
  /** It has comments, likes and bookmarks. */
  isCommented: boolean;
  /** It is published into home feeds. */
  isInTimelines: boolean;
  /** It counts among its performer's posts. */
  isPost: boolean;
  /** Its performer says who can be seen in it, and names co-performers. */
  namesPeople: boolean;
  /** It is found by words. */
  isSearched: boolean;
  /** Stands before each of its words where they are stored, so that an index tells kinds apart. A letter of one kind never becomes another one's. */
  letter: string;
  /** Items of another kind are its parts: their state follows its own, and whoever has it open has them open. */
  hasParts: boolean;
  /** It is known to those it was sent to alone, and never to admins by itself. */
  isAddressed: boolean;
}

export const KIND_TRAITS = {
  feed: {
    path: 'feeds',
    sale: { transaction: 'purchaseFeed', commission: 'feedSaleCommission' },
    takesCoupons: true,
    isTipped: true,
    isCommented: true,
    isInTimelines: true,
    isPost: true,
    namesPeople: true,
    isSearched: true,
    letter: 'f',
    hasParts: false,
    isAddressed: false,
  },
  gallery: {
    path: 'galleries',
    sale: { transaction: 'purchaseGallery', commission: 'gallerySaleCommission' },
    takesCoupons: true,
    isTipped: true,
    isCommented: true,
    isInTimelines: true,
    isPost: false,
    namesPeople: true,
    isSearched: true,
    letter: 'g',
    hasParts: true,
    isAddressed: false,
  },
  photo: {
    path: 'photos',
    sale: { transaction: 'purchasePhoto', commission: 'gallerySaleCommission' },
    takesCoupons: false,
    isTipped: false,
    isCommented: true,
    isInTimelines: false,
    isPost: false,
    namesPeople: true,
    isSearched: false,
    letter: 'p',
    hasParts: false,
    isAddressed: false,
  },
  video: {
    path: 'videos',
    sale: { transaction: 'purchaseVideo', commission: 'videoSaleCommission' },
    takesCoupons: true,
    isTipped: true,
    isCommented: true,
    isInTimelines: true,
    isPost: false,
    namesPeople: true,
    isSearched: true,
    letter: 'v',
    hasParts: false,
    isAddressed: false,
  },
  reel: {
    path: 'reels',
    sale: null,
    takesCoupons: false,
    isTipped: false,
    isCommented: true,
    isInTimelines: true,
    isPost: false,
    namesPeople: true,
    isSearched: true,
    letter: 'r',
    hasParts: false,
    isAddressed: false,
  },
  product: {
    path: 'products',
    sale: null,
    takesCoupons: true,
    isTipped: true,
    isCommented: true,
    isInTimelines: false,
    isPost: false,
    namesPeople: false,
    isSearched: true,
    letter: 'd',
    hasParts: false,
    isAddressed: false,
  },
  message: {
    path: null,
    sale: { transaction: 'purchaseMessage', commission: 'feedSaleCommission' },
    takesCoupons: false,
    isTipped: false,
    isCommented: false,
    isInTimelines: false,
    isPost: false,
    namesPeople: false,
    isSearched: false,
    letter: 'm',
    hasParts: false,
    isAddressed: true,
  },
  stream: {
    path: null,
    sale: null,
    takesCoupons: false,
    isTipped: false,
    isCommented: false,
    isInTimelines: false,
    isPost: false,
    namesPeople: false,
    isSearched: false,
    letter: 's',
    hasParts: false,
    isAddressed: false,
  },
} as const satisfies Record<string, KindTraits>;

export type ItemKind = keyof typeof KIND_TRAITS;
/** Every kind that can be published, sold or given. */
export const ITEM_KINDS = keysOf(KIND_TRAITS);

type Flag = { [K in keyof KindTraits]: KindTraits[K] extends boolean ? K : never }[keyof KindTraits];
export type KindWith<F extends Flag> = { [K in ItemKind]: (typeof KIND_TRAITS)[K][F] extends true ? K : never }[ItemKind];

/**
 * The kinds with a trait, in the order of the registry.
 * @param traits the registry; tests plant kinds of their own
 */
export const kindsWith = <F extends Flag>(flag: F, traits: Readonly<Record<string, KindTraits>> = KIND_TRAITS): KindWith<F>[] =>
  Object.keys(traits).filter((kind): kind is KindWith<F> => traits[kind]![flag]);

/** Kinds that are sold by themselves, for good. */
export type SoldKind = { [K in ItemKind]: (typeof KIND_TRAITS)[K]['sale'] extends null ? never : K }[ItemKind];
export const SOLD_KINDS = ITEM_KINDS.filter((kind): kind is SoldKind => KIND_TRAITS[kind].sale !== null);
export const isSoldKind = (kind: string): kind is SoldKind => isOneOf(SOLD_KINDS, kind);

/** Kinds with calls of their own that buy one item, from the wallet or by card; photos and messages are ordered first and then paid. */
export type BoughtKind = Extract<SoldKind, KindWith<'takesCoupons'>>;
/** Whether a kind is bought by a call of its own. @param traits the registry; tests plant kinds of their own */
export const isBoughtKind = (kind: string, traits: Readonly<Record<string, KindTraits>> = KIND_TRAITS): kind is BoughtKind =>
  Object.hasOwn(traits, kind) && traits[kind]!.sale !== null && traits[kind]!.takesCoupons;
/** @param traits the registry; tests plant kinds of their own */
export const boughtKinds = (traits: Readonly<Record<string, KindTraits>> = KIND_TRAITS): BoughtKind[] =>
  Object.keys(traits).filter((kind) => isBoughtKind(kind, traits));

/** Kinds that tips and gifts may be for. */
export type TippedKind = KindWith<'isTipped'>;
export const isTippedKind = (kind: string): kind is TippedKind => isKeyOf(KIND_TRAITS, kind) && KIND_TRAITS[kind].isTipped;

/** Products are sold by cart, and have a kind of transaction all the same. */
const CART_SALES = { product: 'purchaseProduct' } as const;
export type SaleTransaction = (typeof KIND_TRAITS)[SoldKind]['sale']['transaction'] | (typeof CART_SALES)[keyof typeof CART_SALES];
/** The kinds of ledger transactions that sell items, in the order of the registry. @param traits the registry; tests plant kinds of their own */
export const saleTransactions = (traits: Readonly<Record<string, KindTraits>> = KIND_TRAITS): [SaleTransaction, ...SaleTransaction[]] =>
  Object.entries(traits).flatMap(([kind, { sale }]) =>
    sale ? [sale.transaction] : isKeyOf(CART_SALES, kind) ? [CART_SALES[kind]] : [],
  ) as [SaleTransaction, ...SaleTransaction[]];

/** Kinds with pages of their own. */
export type PagedKind = { [K in ItemKind]: (typeof KIND_TRAITS)[K]['path'] extends null ? never : K }[ItemKind];
export const PAGED_KINDS = ITEM_KINDS.filter((kind): kind is PagedKind => KIND_TRAITS[kind].path !== null);

/** The property with an item's id in calls that are the same for several kinds. */
export const idFieldOf = <K extends string>(kind: K): `${K}Id` => `${kind}Id`;

/** The kind whose pages begin with a path segment. */
export const kindAtPath = (segment: string): ItemKind | undefined => ITEM_KINDS.find((kind) => KIND_TRAITS[kind].path === segment);

/** Address of an item's page; null when its kind has none. */
export const itemPath = (kind: string, id: string): string | null => {
  const path = isKeyOf(KIND_TRAITS, kind) ? KIND_TRAITS[kind].path : null;
  return path && `/${path}/${id}`;
};

/** Whether items of a kind are published into home feeds. */
export const isInTimelines = (kind: string): boolean => isOneOf(kindsWith('isInTimelines'), kind);

/** How items of a browsing list are reached. */
export const ACCESS_FILTERS = ['free', 'subscribers', 'sale'] as const;
/** Categories of one item. */
export const ITEM_CATEGORIES = 5;
export const ITEM_TAGS = { most: 10, length: 40 } as const;
/** Photos of one gallery. */
export const GALLERY_PHOTOS = 200;

/** A kind besides posts that may be for subscribers. */
export type IncludedKind = Exclude<Extract<SoldKind, KindWith<'isCommented'>>, KindWith<'isPost'>>;
/** Besides posts, what a subscription may include, in the order of the registry. */
export const INCLUDED_KINDS: readonly IncludedKind[] = kindsWith('isCommented').filter(
  (kind): kind is IncludedKind => KIND_TRAITS[kind].sale !== null && !KIND_TRAITS[kind].isPost,
);

/** The people who can be seen or heard in an item: its performer alone, others too, or nobody. */
export const PEOPLE_SHOWN = ['self', 'others', 'nobody'] as const;
export type PeopleShown = (typeof PEOPLE_SHOWN)[number];

/** Tells if an item's text is what is locked: it is alone, and not for everybody. */
export const isTextLocked = ({ mediaType, audience }: { mediaType: string; audience: string }): boolean =>
  mediaType === 'text' && audience !== 'everyone';
