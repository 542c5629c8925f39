import type { GatewayName } from '@stagedoor/contract/gateways.values';
import { CodedError } from '../platform/errors.ts';
import type { CardGateway } from './gateway.ts';
import { NO_OWN_ACCOUNTS, type OwnAccounts } from './own-accounts.ts';

/**
 * The card companies that this site speaks to, by name. An order, a subscription, a refund and a dispute belong to the gateway that they were made with:
 * callers that continue one ask for that gateway by name, callers that begin one take the first that takes payments.
 */
export interface Gateways {
  /** All that the site speaks to, also those that take no new payments. */
  readonly all: readonly CardGateway[];
  /** Those that take new payments, in the order in which they are offered. */
  taking(): readonly CardGateway[];
  find(name: string): CardGateway | undefined;
  /** @throws CodedError GATEWAY_UNAVAILABLE for one that the site doesn't speak to */
  get(name: string): CardGateway;
  readonly ownAccounts: OwnAccounts;
}

/** The owner's choice among the gateways. */
export interface GatewayChoice {
  isOn(name: GatewayName): boolean;
  /** Rank among the gateways; the lowest is offered first. */
  position(name: GatewayName): number;
}

/** @param choice by default, all take payments in their given order */
export const createGateways = (
  gateways: readonly CardGateway[],
  choice?: GatewayChoice,
  ownAccounts: OwnAccounts = NO_OWN_ACCOUNTS,
): Gateways => {
  const byName = new Map<string, CardGateway>(gateways.map((gateway) => [gateway.name, gateway]));
  if (byName.size !== gateways.length) throw new Error('Two gateways have the same name.');
  return {
    all: gateways,
    ownAccounts,
    taking() {
      const ready = gateways.filter((gateway) => gateway.isReady());
      if (!choice) return ready;
      return ready.filter(({ name }) => choice.isOn(name)).toSorted((a, b) => choice.position(a.name) - choice.position(b.name));
    },
    find: (name) => byName.get(name),
    get(name) {
      const gateway = byName.get(name);
      if (!gateway) throw new CodedError('GATEWAY_UNAVAILABLE');
      return gateway;
    },
  };
};
