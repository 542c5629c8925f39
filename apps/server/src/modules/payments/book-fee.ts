import type { PaymentNotice } from '../../gateways/gateway.ts';
import { postGatewayFee } from '../../ledger/index.ts';
import type { Trx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';

/** Books the part of a payment that the company keeps, if it says so. */
export const bookFee = async (
  { clock }: Pick<Platform, 'clock'>,
  trx: Trx,
  orderId: string,
  { gateway, paymentId, fee }: PaymentNotice,
): Promise<void> => {
  if (fee) await postGatewayFee(trx, { gateway, key: `payment:${paymentId}`, orderId, amount: fee, at: clock.now() });
};
