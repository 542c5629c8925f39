import { isRecord } from '@stagedoor/contract/keys.values';
import { CONTRACT, MODULES } from '@stagedoor/contract';
import type { Endpoint } from '@stagedoor/contract/endpoint';
import { z } from 'zod';

const MONEY_MODULES = [
  'wallet',
  'payments',
  'coupons',
  'orders',
  'orderSteps',
  'gifts',
  'gateways',
  'subscriptions',
  'adminMoney',
  'adminSubscriptions',
  'payouts',
  'adminPayouts',
] as const;
const moneyEndpoints = new Set<string>(MONEY_MODULES.flatMap((name) => Object.keys(MODULES[name])));

/**
 * Every call that pays, sells, refunds or sets prices: all unsafe calls of the money modules, and others with the rate limit of payments or
 * ledger idempotency.
 */
export const MONEY_CALLS = Object.entries<Endpoint>(CONTRACT)
  .filter(([key, { limit, idempotency }]) => moneyEndpoints.has(key) || limit === 'money' || idempotency === 'ledger')
  .filter(([key]) => !key.startsWith('GET '));

const hasOutputField = ({ output }: Endpoint, field: string): boolean => output instanceof z.ZodObject && field in output.shape;
/** Pays an order from a wallet, and returns a receipt. */
export const paysFromWallet = (endpoint: Endpoint): boolean =>
  hasOutputField(endpoint, 'transactionId') && hasOutputField(endpoint, 'orderId');
/** Creates an order, and returns where to pay it by card. */
export const ordersByCard = (endpoint: Endpoint): boolean => hasOutputField(endpoint, 'redirectUrl') && hasOutputField(endpoint, 'orderId');
export const takesCoupon = ({ body }: Endpoint): boolean => body instanceof z.ZodObject && 'couponCode' in body.shape;

/** The parts of an input's JSON schema needed to find numbers. */
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

/** Paths of amounts in a call's body: `terms.amount`, `products.0.quantity`. */
export const amountsOf = (endpoint: Endpoint): string[] => find(bodyOf(endpoint), isAmount);
/** Paths of integers. */
export const wholeNumbersOf = (endpoint: Endpoint): string[] => find(bodyOf(endpoint), ({ type }) => type === 'integer');

/** A copy of a body with a value replaced. */
export const withValueAt = (body: unknown, path: string, value: unknown): unknown => {
  const [first, ...rest] = path.split('.');
  const inner = Array.isArray(body) ? body[Number(first)] : isRecord(body) ? body[first!] : undefined;
  const changed = rest.length > 0 ? withValueAt(inner, rest.join('.'), value) : value;
  if (Array.isArray(body)) return body.map((row: unknown, index) => (index === Number(first) ? changed : row));
  return { ...(body as object), [first!]: changed };
};
