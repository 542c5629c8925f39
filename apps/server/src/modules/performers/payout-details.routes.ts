import { payoutDetails } from '@stagedoor/contract/payout-details';
import type { GatewaySettings } from '../../gateways/gateway-settings.ts';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';
import { setBankDetails, setGatewayDetails, setPaypalDetails, viewPayoutDetails } from './payout-details.ts';

export const bindPayoutDetails = (bind: Bind, platform: Platform, gatewaySettings: Pick<GatewaySettings, 'values'>): void => {
  const view = async ({ accountId }: AccountViewer) => ({
    ...(await viewPayoutDetails(platform, platform.database, accountId)),
    ownAccountsAt: (['ccbill', 'verotel'] as const).filter((name) => gatewaySettings.values(name).subAccountReceiver !== 'none'),
  });
  bind(payoutDetails, {
    'GET /performers/payout-details': (call) => view(call.viewer),
    'PUT /performers/banking-settings': async (call, { body }) => {
      await setBankDetails(platform, call.viewer, body, call.idempotency);
      return view(call.viewer);
    },
    'PUT /performers/payment-gateway-settings': async (call, { body }) => {
      await setGatewayDetails(platform, call.viewer, body, call.idempotency);
      return view(call.viewer);
    },
    'PUT /performers/paypal-settings': async (call, { body }) => {
      await setPaypalDetails(platform, call.viewer, body, call.idempotency);
      return view(call.viewer);
    },
  });
};
