import { callsOfKinds } from '@stagedoor/contract/endpoint';
import { type BoughtKind, type TippedKind, boughtKinds, idFieldOf, kindsWith } from '@stagedoor/contract/items.values';
import { spendingLimits } from '@stagedoor/contract/spending-limits';
import { wallet } from '@stagedoor/contract/wallet';
import type { Gateways } from '../../gateways/registry.ts';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import type { Call } from '../../platform/http/call.ts';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Offer, type TipTarget, offerCustomTopUp, offerItem, payFromWallet, payTip } from '../orders/index.ts';
import { createOrder, payOrderFromWallet } from '../payments/index.ts';
import { exportWallet } from './export-wallet.queries.ts';
import { setSpendingLimits, startCoolOff } from './set-spending-limits.ts';
import { getSpendingLimits } from './spending-limits.queries.ts';
import { createPackage, listManagedPackages, updatePackage } from './write-package.ts';
import { listWalletPackages, listWalletTransactions } from './wallet.queries.ts';

export const bindWallet = (bind: Bind, platform: Platform, gateways: Gateways): void => {
  const buyerOf = (call: Call<AccountViewer>) => ({ id: call.viewer.accountId, country: call.country });
  /** Pays an offer from the caller's wallet and returns the receipt. */
  const pay = (call: Call<AccountViewer>, makeOffer: () => Promise<Offer>) =>
    payFromWallet(platform, { buyerCountry: call.country, idempotency: call.idempotency }, async () => ({ offer: await makeOffer() }));
  const tip = (call: Call<AccountViewer>, target: TipTarget, body: { amount: bigint; message: string }) =>
    payTip(platform, buyerOf(call), target, body, call.idempotency);

  const bought = ({ priceVersion, couponCode }: { priceVersion?: number | undefined; couponCode?: string | undefined }) => ({
    expectedVersion: priceVersion,
    couponCode,
  });

  type BoughtBody = Partial<Record<`${BoughtKind}Id`, string>> & Parameters<typeof bought>[0];
  const buy =
    (kind: BoughtKind) =>
    (call: Call<AccountViewer>, { body }: { body: BoughtBody }) =>
      pay(call, () => offerItem(platform, buyerOf(call), body[idFieldOf(kind)]!, kind, bought(body)));
  type Sales = Record<`POST /payment-wallet/purchase-${BoughtKind}`, ReturnType<typeof buy>>;
  const sales = callsOfKinds<Sales, BoughtKind>(boughtKinds(), (kind) => `POST /payment-wallet/purchase-${kind}`, buy);
  type TipBody = Partial<Record<`${TippedKind}Id`, string>> & Parameters<typeof tip>[2];
  const tipItem =
    (kind: TippedKind) =>
    (call: Call<AccountViewer>, { body }: { body: TipBody }) =>
      tip(call, { itemId: body[idFieldOf(kind)]!, kind }, body);
  type Tips = Record<`POST /payment-wallet/tip-${TippedKind}`, ReturnType<typeof tipItem>>;
  const tips = callsOfKinds<Tips, TippedKind>(kindsWith('isTipped'), (kind) => `POST /payment-wallet/tip-${kind}`, tipItem);

  bind(spendingLimits, {
    'GET /spending-limits': (call, { query }) => getSpendingLimits(platform, call.viewer.accountId, query),
    'PUT /spending-limits': (call, { body }) => setSpendingLimits(platform, call.viewer.accountId, body, call.idempotency),
    'POST /spending-limits/cool-off': (call, { body }) => startCoolOff(platform, call.viewer.accountId, body.days, call.idempotency),
  });
  bind(wallet, {
    'GET /admin/wallet-packages': (_call, { query }) => listManagedPackages(platform, query),
    'POST /admin/wallet-packages': (call, { body }) => createPackage(platform, call.viewer.accountId, body, call.idempotency),
    'PUT /admin/wallet-packages/{id}': (call, { params, body }) =>
      updatePackage(platform, call.viewer.accountId, params.id, body, call.idempotency),
    'GET /wallet-package': (_call, { query }) => listWalletPackages(platform, query),
    'POST /payment/purchase-wallet/custom-amount': async (call, { body }) => {
      const { orderId, redirectUrl } = await createOrder(
        platform,
        gateways,
        async () => offerCustomTopUp(platform, call.viewer.accountId, body.amount),
        {
          method: 'card',
          gateway: body.gateway,
          locale: call.locale,
          buyerCountry: call.country,
          returnTo: body.returnTo,
          idempotency: call.idempotency,
          ip: call.ip,
        },
      );
      return { orderId, redirectUrl };
    },
    'POST /wallet-transactions/pay-wallet/{id}': (call, { params }) =>
      payOrderFromWallet(platform, gateways, call.viewer.accountId, params.id, {
        buyerCountry: call.country,
        idempotency: call.idempotency,
      }),
    'GET /wallet-transactions/user/search': (call, { query }) => listWalletTransactions(platform, call.viewer.accountId, query),
    'GET /wallet-transactions/user/export': (call) => exportWallet(platform, call.viewer.accountId, call.locale),
    ...sales,
    'POST /payment-wallet/send-tip-wallet/{id}': (call, { params, body }) =>
      tip(call, { performer: params.id, streamId: body.streamId }, body),
    ...tips,
  });
};
