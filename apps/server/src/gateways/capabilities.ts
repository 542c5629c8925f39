import { isKeyOf } from '@stagedoor/contract/keys.values';
import type { GatewayCapabilities } from './gateway.ts';

/** The abilities of each card company, by the name of its gateway. */
export const GATEWAY_CAPABILITIES = {
  sandbox: { recurring: true, refund: 'partial', refundEndsSubscription: false, cancel: 'call' },
} as const satisfies Record<string, GatewayCapabilities>;

/** Returns what the company of a payment can do; undefined for one that this version doesn't know. */
export const capabilitiesOf = (gateway: string): GatewayCapabilities | undefined =>
  isKeyOf(GATEWAY_CAPABILITIES, gateway) ? GATEWAY_CAPABILITIES[gateway] : undefined;
