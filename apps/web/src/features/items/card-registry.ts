import type { Contract, ResponseOf } from '@stagedoor/contract';
import type { ReactNode } from 'react';
import type { ItemRef, ShownKind, VIEW_CALLS } from './item-calls.ts';
import type { ItemTileProps } from './ItemTile.tsx';

export interface ItemCardProps<Item extends ItemRef = ItemRef> {
  item: Item;
  /** The viewer got access by following or subscribing: the list is fetched again. */
  onChange?: (() => void) | undefined;
}

/** How items of one kind are shown in lists. */
export interface KindCards<Item extends ItemRef> {
  /** In a column: home, search, its page. */
  Card: (props: ItemCardProps<Item>) => ReactNode;
  /** In a mosaic: profile, browsing. */
  Tile: (props: ItemTileProps<Item>) => ReactNode;
}

/** Kind → how it is shown. Every list of items takes it, so a new kind is one entry. */
export type CardRegistry = Readonly<Record<string, KindCards<never>>>;

/** The view of an item of a kind. */
type ViewOf<K extends ShownKind> = ResponseOf<Contract[(typeof VIEW_CALLS)[K]]>;

/** Declares the cards of every kind the web shows; each takes the views of its kind. */
export const registerCards = (registry: { readonly [K in ShownKind]: KindCards<ViewOf<K>> }): CardRegistry => registry;

/** The cards of a kind; undefined for one this version of the web doesn't know, which is left out of lists. */
export const cardsOf = (registry: CardRegistry, kind: string): KindCards<ItemRef> | undefined =>
  Object.hasOwn(registry, kind) ? (registry[kind] as unknown as KindCards<ItemRef>) : undefined;
