import { expect, test } from 'vitest';
import type { CardGateway } from './gateway.ts';
import { createGateways } from './registry.ts';

const gatewayNamed = (name: string) => ({ name }) as CardGateway;
const [first, second] = [gatewayNamed('first'), gatewayNamed('second')];

test('gateways are offered in their order, without those that take no new payments', () => {
  const off = new Set<string>();
  const gateways = createGateways([first, second], (name) => !off.has(name));
  expect(gateways.taking()).toEqual([first, second]);
  off.add('first');
  expect(gateways.taking()).toEqual([second]);
});

test('a gateway that takes no new payments is still found, for what it began', () => {
  const gateways = createGateways([first, second], () => false);
  expect([gateways.taking(), gateways.all]).toEqual([[], [first, second]]);
  expect([gateways.find('second'), gateways.get('first')]).toEqual([second, first]);
});

test('an unknown gateway is not found, and nothing can be asked of it', () => {
  const gateways = createGateways([first]);
  expect(gateways.find('second')).toBeUndefined();
  expect(() => gateways.get('second')).toThrow(expect.objectContaining({ code: 'GATEWAY_UNAVAILABLE' }));
});

test('two gateways of one name are a mistake of the site', () => {
  expect(() => createGateways([first, gatewayNamed('first')])).toThrow('same name');
});
