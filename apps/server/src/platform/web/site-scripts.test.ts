import { expect, test } from 'vitest';
import { originsIn } from './site-scripts.ts';

test('the origins that scripts name, each once', () => {
  expect(
    originsIn(
      `<script src="https://stats.example.org/a.js"></script><script>send('https://api.example.org:8443/x?y'); "https://STATS.example.org"</script>`,
    ),
  ).toEqual(['https://stats.example.org', 'https://api.example.org:8443']);
});

test('nothing that would end a policy’s line gets in', () => {
  expect(originsIn(`https://a.example;script-src https://* https://'unsafe-inline' http://plain.example`)).toEqual([]);
});
