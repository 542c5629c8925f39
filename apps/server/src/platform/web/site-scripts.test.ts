import { expect, test } from 'vitest';
import { originsIn } from './site-scripts.ts';

test('origins named in scripts are found, each once', () => {
  expect(
    originsIn(
      `<script src="https://stats.example.org/a.js"></script><script>send('https://api.example.org:8443/x?y'); "https://STATS.example.org"</script>`,
    ),
  ).toEqual(['https://stats.example.org', 'https://api.example.org:8443']);
});

test('a value that would end a directive of the policy is left out', () => {
  expect(originsIn(`https://a.example;script-src https://* https://'unsafe-inline' http://plain.example`)).toEqual([]);
});
