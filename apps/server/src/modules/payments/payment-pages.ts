import { DEFAULT_LOCALE, type Locale } from '@stagedoor/contract/texts/text';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import type { Selectable } from 'kysely';
import type { CardGateway, Charge, OwnAccount, PaymentRef } from '../../gateways/gateway.ts';
import type { Gateways } from '../../gateways/registry.ts';
import { moneyOf } from '../../ledger/index.ts';
import { transact } from '../../platform/database/database.ts';
import type { PaymentPages } from '../../platform/database/schema.gen.ts';
import type { Platform } from '../../platform/platform.ts';
import { isTextKey, translate } from '../../platform/texts.ts';

type PageRow = Selectable<PaymentPages>;

/** A page that ends sooner than this isn't handed out any more: the buyer has to type a card. */
const MIN_LEFT_MS = 5 * 60_000;

/** The page of the site that the buyer returns to, which tells how the payment ended. */
export const returnUrlOf = ({ config }: Pick<Platform, 'config'>, orderId: string): string =>
  `${config.publicUrl}/wallet/return/${orderId}`;

interface SubscriptionTerms {
  isSubscription: boolean;
  type: unknown;
  /** Price of the first period in tokens, and the discount of an offer link in it. */
  tokens: bigint;
  discount: bigint;
  tokenValue: bigint;
}

/** The later charges of a subscription by card: at the price of its first period before the discount of an offer link. */
export const recurringOf = ({ isSubscription, type, tokens, discount, tokenValue }: SubscriptionTerms): Charge['recurring'] =>
  isSubscription ? { amount: moneyOf(tokens + discount, tokenValue), period: type === 'yearly' ? 'year' : 'month' } : null;

const findOrder = ({ database }: Platform, orderId: string) =>
  database
    .selectFrom('orders as o')
    .leftJoin('accounts as s', 's.id', 'o.seller_id')
    .select([
      'o.id',
      'o.kind',
      'o.buyer_id',
      'o.gateway',
      'o.gateway_account',
      'o.seller_id',
      'o.item_title',
      'o.detail',
      'o.tokens_amount',
      'o.discount_amount',
      'o.token_value',
      'o.money_amount',
      'o.currency',
      'o.expires_at',
      'o.state',
      's.name as seller_name',
    ])
    .where('o.id', '=', orderId)
    .executeTakeFirstOrThrow();
type Order = Awaited<ReturnType<typeof findOrder>>;

/** The line that the buyer reads on the company's page. */
const describe = (platform: Platform, locale: Locale, order: Order): string => {
  const values = { name: order.seller_name ?? '', tokens: order.tokens_amount === null ? '' : hundredthsToNumber(order.tokens_amount) };
  const key = `orders.description.${order.kind}`;
  const what = order.kind !== 'tip' && order.item_title ? order.item_title : isTextKey(key) ? translate(locale, key, values) : '';
  return [platform.settings.get('siteName'), what].filter(Boolean).join(': ');
};

/** The last page, or the one that replaces it, stored before the company is asked for it. */
const reservePage = (
  platform: Platform,
  order: Order,
  gateway: string,
  locale: Locale,
): Promise<{ page: PageRow; replaced: PageRow | undefined }> =>
  transact(platform.database, undefined, async (trx) => {
    const now = platform.clock.now();
    await trx.selectFrom('orders').select('id').where('id', '=', order.id).forUpdate().executeTakeFirstOrThrow();
    const last = await trx
      .selectFrom('payment_pages')
      .selectAll()
      .where('order_id', '=', order.id)
      .orderBy('attempt', 'desc')
      .limit(1)
      .executeTakeFirst();
    const isOver = order.state !== 'created' && last?.url;
    const isLasting = !last?.expires_at || last.expires_at.getTime() > now.getTime() + MIN_LEFT_MS;
    if (last && (isOver || isLasting)) return { page: last, replaced: undefined };
    if (last)
      await trx
        .updateTable('payment_pages')
        .set({ closed_at: now })
        .where('order_id', '=', order.id)
        .where('attempt', '=', last.attempt)
        .execute();
    const page = await trx
      .insertInto('payment_pages')
      .values({
        order_id: order.id,
        attempt: (last?.attempt ?? 0) + 1,
        gateway,
        request: JSON.stringify({ description: describe(platform, locale, order), locale }),
        created_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return { page, replaced: last };
  });

export const refOf = (page: Pick<PageRow, 'order_id' | 'attempt' | 'handle'>): PaymentRef => ({
  orderId: page.order_id,
  attempt: page.attempt,
  handle: page.handle,
  paymentId: null,
});

const open = async (
  platform: Platform,
  gateway: CardGateway,
  order: Order,
  page: PageRow,
  account: OwnAccount | undefined,
): Promise<string> => {
  const opened = await gateway.openPayment({
    orderId: order.id,
    account,
    attempt: page.attempt,
    description: page.request.description ?? '',
    amount: order.money_amount,
    currency: order.currency,
    recurring: gateway.capabilities.recurring
      ? recurringOf({
          isSubscription: order.kind === 'subscription',
          type: order.detail['type'],
          tokens: order.tokens_amount ?? 0n,
          discount: order.discount_amount,
          tokenValue: order.token_value,
        })
      : null,
    returnUrl: returnUrlOf(platform, order.id),
    expiresAt: order.expires_at ?? platform.clock.now(),
    buyer: { ref: order.buyer_id, locale: page.request.locale ?? DEFAULT_LOCALE },
  });
  await platform.database
    .updateTable('payment_pages')
    .set({ handle: opened.handle, url: opened.url, expires_at: opened.until })
    .where('order_id', '=', order.id)
    .where('attempt', '=', page.attempt)
    .execute();
  return opened.url;
};

/**
 * Returns the address where an order is paid by card: the page that is open, or a new one when the company has closed it or is about to; of an
 * order that isn't open any more, the last. The company's answer is stored after the call; a crash in between leaves a page that the next call asks for again.
 * @throws CodedError GATEWAY_UNAVAILABLE
 */
export const openPage = async (
  platform: Platform,
  gateways: Pick<Gateways, 'get' | 'ownAccounts'>,
  orderId: string,
  locale: Locale,
): Promise<string> => {
  const order = await findOrder(platform, orderId);
  // An order stays with its gateway, though another is offered first by now.
  const gateway = gateways.get(order.gateway ?? '');
  const { page, replaced } = await reservePage(platform, order, gateway.name, locale);
  if (replaced) await gateway.closePayment(refOf(replaced));
  return page.url ?? open(platform, gateway, order, page, await gateways.ownAccounts.ofOrder(order));
};

/** Closes the last page of an order at its company, so that it can't be paid any more. */
export const closePage = async (platform: Platform, gateway: CardGateway, orderId: string): Promise<void> => {
  const page = await platform.database
    .selectFrom('payment_pages')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('attempt', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (page) await gateway.closePayment(refOf(page));
};
