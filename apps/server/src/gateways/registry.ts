import { CodedError } from '../platform/errors.ts';
import type { CardGateway } from './gateway.ts';

/**
 * The card companies that this site speaks to, by name. An order, a subscription, a refund and a dispute belong to the gateway that they were made with:
 * whoever continues one asks for that gateway by name, whoever begins one takes the first that takes payments.
 */
export interface Gateways {
  /** All that the site speaks to, also those that take no new payments. */
  readonly all: readonly CardGateway[];
  /** Those that take new payments, in the order in which they are offered. */
  taking(): readonly CardGateway[];
  find(name: string): CardGateway | undefined;
  /** @throws CodedError GATEWAY_UNAVAILABLE for one that the site doesn't speak to */
  get(name: string): CardGateway;
}

/**
 * @param gateways in the order in which they are offered
 * @param isTaking whether a gateway takes new payments right now
 */
export const createGateways = (gateways: readonly CardGateway[], isTaking: (name: string) => boolean = () => true): Gateways => {
  const byName = new Map(gateways.map((gateway) => [gateway.name, gateway]));
  if (byName.size !== gateways.length) throw new Error('Two gateways have the same name.');
  return {
    all: gateways,
    taking: () => gateways.filter(({ name }) => isTaking(name)),
    find: (name) => byName.get(name),
    get(name) {
      const gateway = byName.get(name);
      if (!gateway) throw new CodedError('GATEWAY_UNAVAILABLE');
      return gateway;
    },
  };
};
