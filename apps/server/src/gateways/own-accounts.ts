import { GATEWAY_FIELDS, type GatewayName, type SubAccountReceiver } from '@stagedoor/contract/gateways.values';
import type { Receiver } from '@stagedoor/contract/payments.values';
import { owedCommissionOf } from '../ledger/index.ts';
import type { Database, Executor, Trx } from '../platform/database/database.ts';
import type { Encryption } from '../platform/encryption.ts';
import { CodedError } from '../platform/errors.ts';
import type { OwnAccount } from './gateway.ts';
import type { GatewaySettings } from './gateway-settings.ts';

/** Columns of an order that say where it is paid. */
export interface OrderAccount {
  gateway: string | null;
  gateway_account: string | null;
  seller_id: string | null;
}

/** Performers' own accounts at card companies (decision 89). */
export interface OwnAccounts {
  /** The account that a new subscription to a performer is paid to, and whose money it is; null for the site's own account. */
  choose(gateway: GatewayName, performerId: string): Promise<{ account: OwnAccount; receiver: Receiver } | null>;
  /** Keeps the account of a new order, since the performer may enter another. */
  keep(trx: Trx, gateway: GatewayName, performerId: string, account: OwnAccount, at: Date): Promise<void>;
  /** The account of an order with its current keys; undefined for the site's. @throws CodedError GATEWAY_UNAVAILABLE when its keys are gone */
  ofOrder(order: OrderAccount): Promise<OwnAccount | undefined>;
  /** The account of a sale by the company's id, likewise. */
  ofSale(gateway: string, saleId: string): Promise<OwnAccount | undefined>;
  /** All accounts that payments were made with under a number, with each key that the company may still sign with. */
  named(gateway: GatewayName, number: string): Promise<OwnAccount[]>;
}

/** For sites where performers have none. */
export const NO_OWN_ACCOUNTS: OwnAccounts = {
  choose: () => Promise.resolve(null),
  keep: () => Promise.resolve(),
  ofOrder: () => Promise.resolve(undefined),
  ofSale: () => Promise.resolve(undefined),
  named: () => Promise.resolve([]),
};

export interface OwnAccountOptions {
  database: Database;
  encryption: Encryption;
  settings: Pick<GatewaySettings, 'values'>;
  /** Reads the account that a performer has entered now; null for none. */
  readEntered: (executor: Executor, gateway: string, performerId: string) => Promise<OwnAccount | null>;
}

/** The purpose that a performer's own account at a card company is sealed for. */
export const ownAccountContext = (gateway: string, number: string, performerId: string): string =>
  `ownAccount:${gateway}:${number}:${performerId}`;
const isSame = (a: OwnAccount, b: OwnAccount): boolean => a.number === b.number && a.form === b.form && a.secret === b.secret;

/** Names of the fields with the numbers of the site's own accounts at a company. */
const SITE_NUMBERS = ['saleSubAccount', 'recurringSubAccount', 'shopId'];

/** The owner's rules for performers' own accounts at a company. */
interface OwnAccountRules {
  receiver: SubAccountReceiver;
  /** Hundredths of the currency. */
  limit: bigint;
  /** Numbers of the site's own accounts, which no performer may have. */
  siteNumbers: readonly string[];
}

export const ownAccountRules = (settings: Pick<GatewaySettings, 'values'>, gateway: GatewayName): OwnAccountRules => {
  const values: Readonly<Record<string, string>> = settings.values(gateway);
  const receiver = GATEWAY_FIELDS[gateway].some(({ name }) => name === 'subAccountReceiver') ? values['subAccountReceiver'] : 'none';
  return {
    receiver: receiver === 'site' || receiver === 'performer' ? receiver : 'none',
    limit: BigInt(values['subAccountLimit'] || '0'),
    siteNumbers: SITE_NUMBERS.flatMap((name) => (values[name] ? [values[name]] : [])),
  };
};

export const createOwnAccounts = ({ database, encryption, settings, readEntered }: OwnAccountOptions): OwnAccounts => {
  /** Accounts that orders were made with, the newest key of each performer first. */
  const kept = async (executor: Executor, gateway: string, number: string, performerId?: string) => {
    let query = executor
      .selectFrom('own_card_accounts')
      .select(['performer_id', 'sealed'])
      .where('gateway', '=', gateway)
      .where('number', '=', number)
      .orderBy('id', 'desc');
    if (performerId !== undefined) query = query.where('performer_id', '=', performerId);
    const rows = await query.execute();
    return rows.map((row) => ({
      performerId: row.performer_id,
      account: encryption.decrypt<OwnAccount>(row.sealed, ownAccountContext(gateway, number, row.performer_id)),
    }));
  };

  const ofOrder = async ({ gateway, gateway_account: number, seller_id: performerId }: OrderAccount): Promise<OwnAccount | undefined> => {
    if (number === null || gateway === null || performerId === null) return undefined;
    // The key may have been changed at the company since.
    const entered = await readEntered(database, gateway, performerId);
    if (entered?.number === number) return entered;
    const [last] = await kept(database, gateway, number, performerId);
    if (!last) throw new CodedError('GATEWAY_UNAVAILABLE');
    return last.account;
  };

  return {
    async choose(gateway, performerId) {
      const { receiver, limit, siteNumbers } = ownAccountRules(settings, gateway);
      if (receiver === 'none') return null;
      const account = await readEntered(database, gateway, performerId);
      if (!account || siteNumbers.includes(account.number)) return null;
      // A payment through the site sets the debt off.
      if (receiver === 'performer' && (await owedCommissionOf(database, performerId)) >= limit) return null;
      return { account, receiver };
    },
    async keep(trx, gateway, performerId, account, at) {
      const [last] = await kept(trx, gateway, account.number, performerId);
      if (last && isSame(last.account, account)) return;
      const sealed = encryption.encrypt(account, ownAccountContext(gateway, account.number, performerId));
      await trx
        .insertInto('own_card_accounts')
        .values({ gateway, number: account.number, performer_id: performerId, sealed, created_at: at })
        .execute();
    },
    ofOrder,
    async ofSale(gateway, saleId) {
      const order = await database
        .selectFrom('orders')
        .select(['gateway', 'gateway_account', 'seller_id'])
        .where('gateway', '=', gateway)
        .where('gateway_sale_id', '=', saleId)
        .limit(1)
        .executeTakeFirst();
      return order && ofOrder(order);
    },
    async named(gateway, number) {
      // The site's own number is the site's, whoever entered it.
      if (ownAccountRules(settings, gateway).siteNumbers.includes(number)) return [];
      const used = await kept(database, gateway, number);
      const accounts = used.map(({ account }) => account);
      for (const performerId of new Set(used.map((one) => one.performerId))) {
        const entered = await readEntered(database, gateway, performerId);
        if (entered?.number === number && !accounts.some((one) => isSame(one, entered))) accounts.unshift(entered);
      }
      return accounts;
    },
  };
};
