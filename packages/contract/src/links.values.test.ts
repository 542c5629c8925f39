import { expect, test } from 'vitest';
import { firstLink, splitLinks } from './links.values.ts';

test('addresses are found among words, without what ends the sentence', () => {
  expect(splitLinks('See https://example.org/a?b=1, then (http://example.net).')).toEqual([
    { text: 'See ', href: null },
    { text: 'https://example.org/a?b=1', href: 'https://example.org/a?b=1' },
    { text: ', then (', href: null },
    { text: 'http://example.net', href: 'http://example.net/' },
    { text: ').', href: null },
  ]);
  expect(splitLinks('no links, javascript:alert(1), https://')).toEqual([{ text: 'no links, javascript:alert(1), https://', href: null }]);
  expect(splitLinks('')).toEqual([]);
});

test('look-alike hosts are written as addresses write them', () => {
  expect([firstLink('https://exаmple.org/pay'), firstLink('nothing')]).toEqual(['https://xn--exmple-4nf.org/pay', null]);
});
