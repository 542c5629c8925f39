import { CONTRACT, MODULES } from '@stagedoor/contract';
import type { Endpoint } from '@stagedoor/contract/endpoint';
import { z } from 'zod';

const MONEY_MODULES = [
  'wallet',
  'payments',
  'coupons',
  'orders',
  'gifts',
  'gateways',
  'subscriptions',
  'adminMoney',
  'adminSubscriptions',
] as const;
const inModules = new Set<string>(MONEY_MODULES.flatMap((name) => Object.keys(MODULES[name])));

/**
 * Every call that pays, sells, gives back or sets what is paid: what the modules about money change, and whatever else is limited as payments
 * are or keeps its key in the ledger.
 */
export const MONEY_CALLS = (Object.entries(CONTRACT) as [string, Endpoint][])
  .filter(([key, { limit, idempotency }]) => inModules.has(key) || limit === 'money' || idempotency === 'ledger')
  .filter(([key]) => !key.startsWith('GET '));

const answersWith = ({ output }: Endpoint, field: string): boolean => output instanceof z.ZodObject && field in output.shape;
/** It pays an order from a wallet, and answers a receipt. */
export const paysFromWallet = (endpoint: Endpoint): boolean => answersWith(endpoint, 'transactionId') && answersWith(endpoint, 'orderId');
/** It makes an order, and answers where to pay it by card. */
export const ordersByCard = (endpoint: Endpoint): boolean => answersWith(endpoint, 'redirectUrl');
export const takesCoupon = ({ body }: Endpoint): boolean => body instanceof z.ZodObject && 'couponCode' in body.shape;

/** What the JSON schema of an input says, as far as numbers are looked for. */
interface Schema {
  type?: string;
  maxLength?: number;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
}

/** An amount may be written as a number or as text (see `amountInput`). */
const isAmount = ({ anyOf = [] }: Schema): boolean =>
  anyOf.some(({ type }) => type === 'number') && anyOf.some(({ type, maxLength }) => type === 'string' && maxLength === 20);

const find = (schema: Schema, matches: (schema: Schema) => boolean, path: string[] = []): string[] => {
  if (matches(schema)) return [path.join('.')];
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => find(property, matches, [...path, name]));
  const row = schema.items ? find(schema.items, matches, [...path, '0']) : [];
  return [...inner, ...row, ...(schema.anyOf ?? []).flatMap((branch) => find(branch, matches, path))];
};
const bodyOf = ({ body }: Endpoint): Schema =>
  body ? (z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as unknown as Schema) : {};

/** Where amounts stand in a call's body: `terms.amount`, `products.0.quantity`. */
export const amountsOf = (endpoint: Endpoint): string[] => find(bodyOf(endpoint), isAmount);
/** Where whole numbers stand. */
export const wholeNumbersOf = (endpoint: Endpoint): string[] => find(bodyOf(endpoint), ({ type }) => type === 'integer');

/** A body with something else at one place of it. */
export const withValueAt = (body: unknown, path: string, value: unknown): unknown => {
  const [first, ...rest] = path.split('.');
  const inner = Array.isArray(body) ? body[Number(first)] : (body as Record<string, unknown> | undefined)?.[first!];
  const changed = rest.length > 0 ? withValueAt(inner, rest.join('.'), value) : value;
  if (Array.isArray(body)) return body.map((row: unknown, index) => (index === Number(first) ? changed : row));
  return { ...(body as object), [first!]: changed };
};
