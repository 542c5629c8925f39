import { isRecord, recordOf } from '@stagedoor/contract/keys.values';
import type { DeliveryAddress } from '@stagedoor/contract/orders';

/** The saved shipping address, if the buyer asked for that, and the checkout draft kept in this tab until it is paid. */
const SAVED_ADDRESS_KEY = 'shop.address';
const COUNTRY_KEY = 'shop.country';
const DRAFT = 'checkout.draft';

export const ADDRESS_FIELDS = ['name', 'street', 'more', 'postalCode', 'city', 'region', 'country', 'phone'] as const;
export type TypedAddress = Pick<DeliveryAddress, (typeof ADDRESS_FIELDS)[number]>;
export const NO_ADDRESS: TypedAddress = { name: '', street: '', more: '', postalCode: '', city: '', region: '', country: '', phone: '' };

export interface CheckoutDraft {
  /** Who typed it: another account in this tab doesn't get to see it. */
  accountId: string;
  address: TypedAddress;
  couponCode: string;
}

const addressIn = (value: unknown): TypedAddress => {
  const given = isRecord(value) ? value : {};
  const textOf = (field: unknown): string => (typeof field === 'string' ? field : '');
  return recordOf(ADDRESS_FIELDS, (name) => textOf(given[name]));
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
    // Without storage it has to be typed again.
  }
};

/** Null unless one was saved. */
export const savedAddress = (): TypedAddress | null => {
  const stored = read(() => localStorage, SAVED_ADDRESS_KEY);
  return stored ? addressIn(stored) : null;
};
export const saveAddress = (address: TypedAddress | null): void => write(() => localStorage, SAVED_ADDRESS_KEY, address);

/** The country that things are sent to, as it was last chosen in the shop; empty until then. */
export const savedCountry = (): string => {
  const stored = read(() => localStorage, COUNTRY_KEY);
  return typeof stored === 'string' ? stored : (savedAddress()?.country ?? '');
};
export const saveCountry = (country: string): void => write(() => localStorage, COUNTRY_KEY, country === '' ? null : country);

export const saveDraft = (draft: CheckoutDraft): void => write(() => sessionStorage, DRAFT, draft);
export const forgetDraft = (): void => write(() => sessionStorage, DRAFT, null);
/** The draft of an account; null without one. */
export const draftOf = (accountId: string): CheckoutDraft | null => {
  const stored = read(() => sessionStorage, DRAFT) as { accountId?: unknown; address?: unknown; couponCode?: unknown } | null;
  if (stored?.accountId !== accountId) return null;
  return { accountId, address: addressIn(stored.address), couponCode: typeof stored.couponCode === 'string' ? stored.couponCode : '' };
};
