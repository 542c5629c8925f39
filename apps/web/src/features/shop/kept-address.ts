import type { DeliveryAddress } from '@stagedoor/contract/orders';

/** The address kept for the next time, if the person asked for that; and what waits in this tab while a wallet is filled. */
const KEPT = 'shop.address';
const DRAFT = 'checkout.draft';

export const ADDRESS_FIELDS = ['name', 'street', 'more', 'postalCode', 'city', 'region', 'country', 'phone'] as const;
export type TypedAddress = Pick<DeliveryAddress, (typeof ADDRESS_FIELDS)[number]>;
export const NO_ADDRESS: TypedAddress = { name: '', street: '', more: '', postalCode: '', city: '', region: '', country: '', phone: '' };

export interface CheckoutDraft {
  address: TypedAddress;
  couponCode: string;
}

const addressIn = (value: unknown): TypedAddress => {
  const given = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return Object.fromEntries(
    ADDRESS_FIELDS.map((name) => [name, typeof given[name] === 'string' ? given[name] : '']),
  ) as unknown as TypedAddress;
};

const read = (storage: () => Storage, key: string): unknown => {
  try {
    return JSON.parse(storage().getItem(key) ?? 'null');
  } catch {
    return null;
  }
};

const write = (storage: () => Storage, key: string, value: unknown): void => {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, JSON.stringify(value));
  } catch {
    // It is typed once more.
  }
};

/** Null when nobody asked to keep one. */
export const keptAddress = (): TypedAddress | null => {
  const kept = read(() => localStorage, KEPT);
  return kept ? addressIn(kept) : null;
};
export const keepAddress = (address: TypedAddress | null): void => write(() => localStorage, KEPT, address);

export const keepDraft = (draft: CheckoutDraft): void => write(() => sessionStorage, DRAFT, draft);
/** What waited; it waits once. */
export const takeDraft = (): CheckoutDraft | null => {
  const kept = read(() => sessionStorage, DRAFT) as { address?: unknown; couponCode?: unknown } | null;
  write(() => sessionStorage, DRAFT, null);
  return kept ? { address: addressIn(kept.address), couponCode: typeof kept.couponCode === 'string' ? kept.couponCode : '' } : null;
};
