import { recordOf } from '@stagedoor/contract/keys.values';
import type { Contract } from '@stagedoor/contract';
import type { ItemView } from '@stagedoor/contract/items';
import {
  type BoughtKind,
  type ItemKind,
  KIND_TRAITS,
  type KindWith,
  type TippedKind,
  isTippedKind,
} from '@stagedoor/contract/items.values';

type Key = keyof Contract & string;

/** The call that answers one item as its viewer sees it. A kind has an entry once the web opens it. */
export const VIEW_CALLS = {
  feed: 'GET /feeds/{id}',
  gallery: 'GET /performer-assets/galleries/{id}/view',
  photo: 'GET /performer-assets/photos/{id}/view',
  video: 'GET /performer-assets/videos/{id}',
  reel: 'GET /user/performer-assets/reels/{id}',
  message: 'GET /messages/items/{id}',
} as const satisfies Partial<Record<ItemKind, Key>>;

/** Kinds whose media the web shows, locked or open. */
export type OpenedKind = keyof typeof VIEW_CALLS;
/** An item whose media are shown. */
export type OpenedRef = ItemView & { kind: OpenedKind };
/** Kinds that the web shows in lists; addressed ones are shown where they were sent to. */
export type ShownKind = Exclude<OpenedKind, KindWith<'isAddressed'>>;

/** An item as every card, sheet and hook takes it. */
export type ItemRef = ItemView & { kind: ShownKind };
/** An item that is liked, tipped and discussed, whether or not its media are sold by themselves. */
export type ActedRef = ItemView & { kind: ShownKind | 'product' };
/** The item that a tip or a gift is for; of kinds that take none it goes to the performer alone. */
export const tippedOf = ({ kind, _id }: ActedRef): TippedItem | undefined => (isTippedKind(kind) ? { kind, _id } : undefined);
/** What a tip or a gift is for. */
export interface TippedItem {
  kind: TippedKind;
  _id: string;
}

const walletSale = <K extends BoughtKind>(kind: K) => `POST /payment-wallet/purchase-${kind}` as const;
const cardSale = <K extends BoughtKind>(kind: K) => `POST /payment/purchase-${kind}` as const;
const walletTip = <K extends TippedKind>(kind: K) => `POST /payment-wallet/tip-${kind}` as const;

/** The calls that buy an item of a kind and tip its performer. A kind whose calls are missing in the contract doesn't compile here. */
export const moneyCalls = { walletSale, cardSale, walletTip } as const satisfies {
  walletSale: (kind: BoughtKind) => Key;
  cardSale: (kind: BoughtKind) => Key;
  walletTip: (kind: TippedKind) => Key;
};

/** The item in the body of such a call: `{ feedId: … }`. */
export const targetOf = <K extends ItemKind>({ kind, _id }: { kind: K; _id: string }): Record<`${K}Id`, string> =>
  recordOf([`${kind}Id` as const], () => _id);

/** Whether the web shows the media of items of this kind. */
export const isOpened = <Item extends { kind: string }>(item: Item): item is Item & { kind: OpenedKind } =>
  Object.hasOwn(VIEW_CALLS, item.kind);

/** Whether lists show items of this kind. */
export const isShown = <Item extends { kind: string }>(item: Item): item is Item & { kind: ShownKind } =>
  isOpened(item) && !KIND_TRAITS[item.kind].isAddressed;
