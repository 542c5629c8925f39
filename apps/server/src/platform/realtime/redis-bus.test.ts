import { expect, test } from 'vitest';
import { readFrom } from './redis-bus.ts';

test('a reader that has heard nothing yet begins where it began before, not at what comes from now on', async () => {
  const asked: unknown[] = [];
  const reader = readFrom(
    {
      xRead(...question: unknown[]) {
        asked.push(question);
        return Promise.resolve(null);
      },
    },
    '17-0',
  );
  await reader.xRead([{ key: 'events', id: '$' }], { BLOCK: 5000 });
  await reader.xRead([{ key: 'events', id: '$' }], { BLOCK: 5000 });
  await reader.xRead([{ key: 'events', id: '18-2' }], { BLOCK: 5000 });
  expect(asked).toEqual([
    [[{ key: 'events', id: '17-0' }], { BLOCK: 5000 }],
    [[{ key: 'events', id: '17-0' }], { BLOCK: 5000 }],
    [[{ key: 'events', id: '18-2' }], { BLOCK: 5000 }],
  ]);
});
