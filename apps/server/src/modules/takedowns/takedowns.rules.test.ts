import { expect, test } from 'vitest';
import { contentAt } from './takedowns.rules.ts';

const SITE = 'https://stage.example.org';
const ID = '019a0000-0000-7000-8000-000000000001';

test('an address of the site leads to an item or to an account', () => {
  const feed = { kind: 'item', itemKind: 'feed', id: ID };
  const luna = { kind: 'account', username: 'luna' };
  expect(
    [`${SITE}/feeds/${ID}`, `/feeds/${ID}?from=home#top`, `${SITE}/luna`, '/model/Luna', `${SITE}/live/luna/`].map((address) =>
      contentAt(address, SITE),
    ),
  ).toEqual([feed, feed, luna, luna, { ...luna, isShow: true }]);
  expect(contentAt(`/feeds/${ID}?comment=${ID}`, SITE)).toEqual({ kind: 'comment', id: ID });
});

test('other sites’ and invalid addresses lead to nothing', () => {
  const addresses = [
    'https://elsewhere.org/luna',
    `/feeds/${ID}/more`,
    '/feeds/1',
    '//elsewhere.org/luna',
    'javascript:alert(1)',
    'http://[',
    '/../..',
  ];
  expect(addresses.filter((address) => contentAt(address, SITE))).toEqual([]);
});
