import type { PaymentNotice } from '../../gateways/gateway.ts';
import type { Trx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { enqueueMail } from '../accounts/index.ts';

/** Tells a buyer that the site gives back a payment that came too late: no order shows it. */
export const tellReturned = (platform: Platform, trx: Trx, buyerId: string, { amount, currency, gateway }: PaymentNotice): Promise<void> =>
  enqueueMail(platform, trx, {
    kind: 'paymentReturned',
    accountId: buyerId,
    values: { money: String(amount), currency: currency ?? platform.settings.get('currency'), gateway },
  });
