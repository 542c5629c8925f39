import type { Contract } from '@stagedoor/contract';
import type { ItemView } from '@stagedoor/contract/items';
import { type ItemKind, KIND_TRAITS, type KindTraits, type KindWith, type SoldKind } from '@stagedoor/contract/items.values';

type Key = keyof Contract & string;
type Traits = Readonly<Record<string, KindTraits>>;

/** The call that answers one item as its viewer sees it. A kind has an entry once the web shows it. */
export const VIEW_CALLS = {
  feed: 'GET /feeds/{id}',
  gallery: 'GET /performer-assets/galleries/{id}/view',
} as const satisfies Partial<Record<ItemKind, Key>>;

/** Kinds that the web shows. */
export type ShownKind = keyof typeof VIEW_CALLS;
/** Kinds bought by a call of their own, from the wallet or by card; photos and messages are ordered first and then paid. */
export type BoughtKind = Extract<SoldKind, KindWith<'takesCoupons'>>;
export type TippedKind = KindWith<'isTipped'>;

/** An item as every card, sheet and hook takes it. */
export type ItemRef = ItemView & { kind: ShownKind };
/** What a tip or a gift is for. */
export interface TippedItem {
  kind: TippedKind;
  _id: string;
}

/** Whether a kind is bought by a call of its own. @param traits the registry; tests plant kinds of their own */
export const isBought = (kind: string, traits: Traits = KIND_TRAITS): kind is BoughtKind =>
  Object.hasOwn(traits, kind) && traits[kind]!.sale !== null && traits[kind]!.takesCoupons;

const walletSale = <K extends BoughtKind>(kind: K) => `POST /payment-wallet/purchase-${kind}` as const;
const cardSale = <K extends BoughtKind>(kind: K) => `POST /payment/purchase-${kind}` as const;
const walletTip = <K extends TippedKind>(kind: K) => `POST /payment-wallet/tip-${kind}` as const;

/** The calls that buy an item of a kind and tip its performer. A kind whose calls are missing in the contract doesn't compile here. */
export const moneyCalls = { walletSale, cardSale, walletTip } as const satisfies {
  walletSale: (kind: BoughtKind) => Key;
  cardSale: (kind: BoughtKind) => Key;
  walletTip: (kind: TippedKind) => Key;
};

/** The item in the body of such a call: `{ galleryId: … }`. */
export const targetOf = <K extends ItemKind>({ kind, _id }: { kind: K; _id: string }): Record<`${K}Id`, string> =>
  ({ [`${kind}Id`]: _id }) as Record<`${K}Id`, string>;

/** Whether the web shows items of this kind. */
export const isShown = <Item extends { kind: string }>(item: Item): item is Item & { kind: ShownKind } =>
  Object.hasOwn(VIEW_CALLS, item.kind);
