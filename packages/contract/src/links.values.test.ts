import { expect, test } from 'vitest';
import { firstLink, shownAddress, splitLinks, webPageOf } from './links.values.ts';

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
  const shown = (text: string) => splitLinks(text).flatMap(({ text: words, href }) => (href ? words : []));
  expect(
    ['Go to https://exаmple.org/pay.', 'https://a@exаmple.org:8080?q', 'HTTPS://ｅxample.org#x', 'https://example.org/año'].flatMap(shown),
  ).toEqual(['https://xn--exmple-4nf.org/pay', 'https://xn--exmple-4nf.org:8080?q', 'HTTPS://example.org#x', 'https://example.org/año']);
});

test('a page is taken as people type it, and nothing else', () => {
  expect(
    ['instagram.com/ines', 'HTTPS://Www.Example.ORG/', 'http://example.org:8080/a?b#c', 'exаmple.org', 'example.com:443/x'].map(webPageOf),
  ).toEqual([
    'https://instagram.com/ines',
    'https://www.example.org/',
    'http://example.org:8080/a?b#c',
    'https://xn--exmple-4nf.org/',
    'https://example.com/x',
  ]);
  const refused = [
    'ines',
    'javascript:alert(1)',
    'javascript:1',
    'mailto:a@example.org',
    'https://me:secret@example.org',
    'ftp://example.org',
    'a b.org',
    '127.0.0.12',
    '//',
    '',
  ];
  expect(refused.map(webPageOf)).toEqual(refused.map(() => null));
  expect(['https://www.example.org/', 'http://example.org/a/'].map(shownAddress)).toEqual(['example.org', 'example.org/a']);
});
