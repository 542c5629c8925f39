import { expect, test } from 'vitest';
import { type CardRegistry, cardsOf } from './card-registry.ts';

const planted = { Card: () => 'a card', Tile: () => 'a tile' };
const registry: CardRegistry = { feed: { Card: () => 'post', Tile: () => 'post' }, planted };

test('a planted kind is found in the registry', () => {
  expect(cardsOf(registry, 'planted')).toBe(planted);
});

test('an unknown kind has no cards: lists leave it out', () => {
  expect([cardsOf(registry, 'hologram'), cardsOf(registry, 'constructor'), cardsOf(registry, '')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
