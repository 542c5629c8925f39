import { payoutDetails } from '@stagedoor/contract/payout-details';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import type { GatewaySettings } from '../../gateways/gateway-settings.ts';
import { ownAccountRules } from '../../gateways/own-accounts.ts';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import type { Bind } from '../../platform/http/pipeline.ts';
import { FieldsError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { type GatewayDetails, setBankDetails, setGatewayDetails, setPaypalDetails, viewPayoutDetails } from './payout-details.ts';

/** @throws FieldsError for the number of an account of the site's */
const assertNotTheSites = (gatewaySettings: Pick<GatewaySettings, 'values'>, { ccbill, verotel }: GatewayDetails): void => {
  const isSites = (gateway: 'ccbill' | 'verotel', number: string | undefined) =>
    number !== undefined && ownAccountRules(gatewaySettings, gateway).siteNumbers.includes(number);
  if (isSites('ccbill', ccbill?.subAccountNumber)) throw new FieldsError([{ property: 'ccbill.subAccountNumber', rule: 'siteAccount' }]);
  if (isSites('verotel', verotel?.shopId)) throw new FieldsError([{ property: 'verotel.shopId', rule: 'siteAccount' }]);
};

export const bindPayoutDetails = (bind: Bind, platform: Platform, gatewaySettings: Pick<GatewaySettings, 'values'>): void => {
  const view = async ({ accountId }: AccountViewer) => ({
    ...(await viewPayoutDetails(platform, platform.database, accountId)),
    ownAccounts: (['ccbill', 'verotel'] as const).flatMap((gateway) => {
      const { receiver, limit } = ownAccountRules(gatewaySettings, gateway);
      return receiver === 'none' ? [] : [{ gateway, receiver, limit: hundredthsToNumber(limit) }];
    }),
  });
  bind(payoutDetails, {
    'GET /performers/payout-details': (call) => view(call.viewer),
    'PUT /performers/banking-settings': async (call, { body }) => {
      await setBankDetails(platform, call.viewer, body, call.idempotency);
      return view(call.viewer);
    },
    'PUT /performers/payment-gateway-settings': async (call, { body }) => {
      assertNotTheSites(gatewaySettings, body);
      await setGatewayDetails(platform, call.viewer, body, call.idempotency);
      return view(call.viewer);
    },
    'PUT /performers/paypal-settings': async (call, { body }) => {
      await setPaypalDetails(platform, call.viewer, body, call.idempotency);
      return view(call.viewer);
    },
  });
};
