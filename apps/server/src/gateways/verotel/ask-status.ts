import { CodedError } from '../../platform/errors.ts';
import { forged } from '../callback-fields.ts';
import { type CompanyCalls, askCompany, tryCompany } from '../company-calls.ts';
import type { GatewayCheck, PaymentNotice } from '../gateway.ts';
import { dayOf, firstCharge, periodPrice } from './postbacks.ts';
import { type VerotelValues, shopAddress } from './start-order.ts';
import { type SaleStatus, readStatus } from './status.ts';

/** How long a company that doesn't answer isn't asked for other orders: each would wait for the time-out, one after the other. */
const AWAY_MS = 30_000;

/** An order that no site has, for asking about a sale that doesn't exist. */
const NO_ORDER = '00000000-0000-4000-8000-000000000000';

export interface StatusCalls {
  /** Asks about the sale of a reference. @throws CodedError GATEWAY_UNAVAILABLE */
  ask(shop: VerotelValues, reference: string): Promise<Exclude<SaleStatus, { state: 'unreadable' | 'refused' }>>;
  /** Asks about a sale by the company's id. @throws CodedError GATEWAY_UNAVAILABLE */
  askSale(shop: VerotelValues, saleId: string): Promise<Exclude<SaleStatus, { state: 'unreadable' | 'refused' }>>;
  /**
   * Asks about money that a performer's own shop reports: the performer knows the shop's key, and could make a postback up.
   * @param reference of the sale, as the postback names it
   * @throws CodedError SIGNATURE_INVALID unless the company tells the same; GATEWAY_UNAVAILABLE
   */
  assertPaid(shop: VerotelValues, reference: string, notice: PaymentNotice): Promise<void>;
  /** Tries shop and key. */
  check(shop: VerotelValues): Promise<GatewayCheck>;
}

/** The company's status call. */
export const createStatusCalls = (calls: CompanyCalls): StatusCalls => {
  let awayUntil = 0;
  const addressOf = (shop: VerotelValues, reference: string): string => shopAddress(shop, '/salestatus', { referenceID: reference });

  /** A status that can't be read is as if the company weren't there: nothing is concluded from it. */
  const askAt = async (address: string): ReturnType<StatusCalls['ask']> => {
    if (performance.now() < awayUntil) throw new CodedError('GATEWAY_UNAVAILABLE');
    const text = await askCompany(calls, address).catch((error: unknown) => {
      awayUntil = performance.now() + AWAY_MS;
      throw error;
    });
    const status = readStatus(text);
    if (status.state === 'found' || status.state === 'none') return status;
    calls.log.warn({ gateway: 'verotel', state: status.state }, 'the status of a sale could not be read');
    throw new CodedError('GATEWAY_UNAVAILABLE');
  };

  const ask: StatusCalls['ask'] = (shop, reference) => askAt(addressOf(shop, reference));

  return {
    ask,
    askSale: (shop, saleId) => askAt(shopAddress(shop, '/salestatus', { saleID: saleId })),
    async assertPaid(shop, reference, notice) {
      if (notice.event !== 'approved' && notice.event !== 'renewed') return;
      const status = await ask(shop, reference);
      if (status.state === 'none') throw forged('notAtCompany');
      const { fields } = status;
      const isSale = fields.get('saleID') === notice.saleId && /^approved$/i.test(fields.get('saleResult') ?? '');
      const told = notice.event === 'approved' ? firstCharge(fields) : periodPrice(fields);
      const isSum = told !== null && told.amount === notice.amount && told.currency === notice.currency;
      const until = dayOf(fields.get('nextChargeOn')) ?? dayOf(fields.get('expiresOn'));
      const isPeriod = notice.event === 'approved' || (until !== null && notice.paidUntil !== null && until >= notice.paidUntil);
      if (!isSale || !isSum || !isPeriod) throw forged('notAtCompany');
    },
    async check(shop) {
      const reply = await tryCompany(calls, addressOf(shop, NO_ORDER));
      const end = (state: GatewayCheck['state'], detail: string): GatewayCheck => ({ subject: 'credentials', state, detail });
      if (reply.status !== 200) return end('failed', reply.status === null ? reply.failure : `HTTP ${reply.status}`);
      const status = readStatus(reply.text);
      if (status.state === 'none') return end('ok', '');
      return end('failed', status.state === 'refused' ? status.error : status.state);
    },
  };
};
