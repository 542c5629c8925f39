import { TEXTS } from '@stagedoor/contract/texts/index';
import { expect, test } from 'vitest';
import { PAYMENT_EVENTS } from './gateway.ts';

test('every event of a gateway has its words in the administration', () => {
  expect(PAYMENT_EVENTS.filter((event) => !(`money.event.${event}` in TEXTS))).toEqual([]);
});
