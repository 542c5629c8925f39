import { expect, test } from 'vitest';
import { encodeDamaged } from '../../testing/hostile-films/encode-damaged.ts';

// The long form, hundreds of each container: `npm run films:hostile`.

test('a damaged film is encoded or refused in time, and leaves no files or processes', async () => {
  const { outcomes, problems } = await encodeDamaged({ each: 6, atOnce: 4, seed: 20_260_811 });
  expect(problems).toEqual([]);
  expect([...outcomes.keys()]).toEqual(['mp4', 'faststart', 'mov', 'mkv', 'webm']);
  // Enough damage for refusals, and little enough for successes.
  const kinds = [...outcomes.values()].flatMap((ofContainer) => [...ofContainer.keys()]);
  expect(kinds).toEqual(expect.arrayContaining(['FILE_UNREADABLE', 'made']));
});
