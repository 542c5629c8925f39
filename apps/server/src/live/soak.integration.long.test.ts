import { expect, test } from 'vitest';
import { PUBLISHERS } from './soak/publishers.ts';
import { faultsOf, soak } from './soak/soak.ts';
import { VIEWERS } from './soak/viewers.ts';

test('every kind of publisher is watched by every kind of viewer', async () => {
  const rows = await soak(PUBLISHERS, 4);
  expect(rows.map(({ outcomes }) => outcomes.length)).toEqual(PUBLISHERS.map(() => VIEWERS.length));
  expect(rows.flatMap(faultsOf)).toEqual([]);
}, 300_000);
