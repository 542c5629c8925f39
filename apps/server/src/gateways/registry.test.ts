import type { GatewayName } from '@stagedoor/contract/gateways.values';
import { expect, test } from 'vitest';
import type { CardGateway } from './gateway.ts';
import { createGateways } from './registry.ts';

const gatewayNamed = (name: GatewayName, isReady = true) => ({ name, isReady: () => isReady }) as CardGateway;
const [first, second] = [gatewayNamed('ccbill'), gatewayNamed('verotel')];

test('gateways are offered in the owner’s order, without those that are off or lack settings', () => {
  const off = new Set<string>();
  const positions: Record<string, number> = { ccbill: 2, verotel: 1, sandbox: 3 };
  const unset = gatewayNamed('sandbox', false);
  const gateways = createGateways([first, unset, second], { isOn: (name) => !off.has(name), position: (name) => positions[name]! });
  expect(gateways.taking()).toEqual([second, first]);
  off.add('verotel');
  expect(gateways.taking()).toEqual([first]);
});

test('a gateway that takes no new payments is still found, for what it began', () => {
  const gateways = createGateways([first, second], { isOn: () => false, position: () => 0 });
  expect([gateways.taking(), gateways.all]).toEqual([[], [first, second]]);
  expect([gateways.find('verotel'), gateways.get('ccbill')]).toEqual([second, first]);
});

test('an unknown gateway is not found, and nothing can be asked of it', () => {
  const gateways = createGateways([first]);
  expect(gateways.find('verotel')).toBeUndefined();
  expect(() => gateways.get('verotel')).toThrow(expect.objectContaining({ code: 'GATEWAY_UNAVAILABLE' }));
});

test('two gateways of one name are a mistake of the site', () => {
  expect(() => createGateways([first, gatewayNamed('ccbill')])).toThrow('same name');
});
