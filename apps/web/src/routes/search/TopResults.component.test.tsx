import type { CategoryView } from '@stagedoor/contract/catalog';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ApiDouble } from '../../../testing/api-double.ts';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN, idOf } from '../../../testing/fixtures.ts';
import { galleryOf, LOCKED_POST, SCORE, videoOf } from '../../../testing/fixtures-items.ts';
import { PROFILE } from '../../../testing/fixtures-performers.ts';
import { show, type ShowOptions } from '../../../testing/show.tsx';
import type { Top, Totals } from './kinds.ts';
import { TopResults } from './TopResults.tsx';

const CATEGORIES = 'GET /categories/search';
const FEATURED = 'GET /ranking-performers';

const {
  _id,
  username,
  name,
  avatar,
  cover,
  craft,
  city,
  country,
  isOnline,
  isLive,
  live,
  isVerified,
  isFollowed,
  isSubscribed,
  monthlyPrice,
} = PROFILE;
const LUNA = {
  _id,
  username,
  name,
  avatar,
  cover,
  craft,
  city,
  country,
  isOnline,
  isLive,
  live,
  isVerified,
  isFollowed,
  isSubscribed,
  monthlyPrice,
};
const NONE: Top = { performers: [], items: [], products: [] };
const TOTAL: Totals = {
  performers: 1,
  feeds: 1,
  galleries: 1,
  videos: 1,
  reels: 0,
  products: 1,
  corrected: [],
  didYouMean: null,
};
const TOP: Top = {
  performers: [LUNA],
  items: [{ ...LOCKED_POST, title: 'Cello at dusk' }, galleryOf(211, 'Cello in pictures'), videoOf(212, 'Cello on film')],
  products: [SCORE],
};
const category = (number: number, called: string, counts: CategoryView['counts']): CategoryView => ({
  _id: idOf(number),
  slug: called.toLowerCase(),
  name: called,
  counts,
});

const open = (top: Top, query = 'q=cello', options: ShowOptions = {}, prepare: (api: ApiDouble) => void = () => undefined) => {
  const search = new URLSearchParams(query);
  return show(
    <TopResults top={top} search={search} tab="top" total={TOTAL} />,
    { user: FAN, path: `/search?${query}`, ...options },
    (api) => {
      api.answer(CATEGORIES, { data: [category(400, 'Music', { feed: 3 }), category(401, 'Empty', { feed: 0 })], total: 2 });
      api.answer(FEATURED, { data: [LUNA], total: 1 });
      prepare(api);
    },
  );
};

const headings = () =>
  page
    .getByRole('heading', { level: 2 })
    .elements()
    .map(({ textContent }) => textContent);

test('has performers first, then items of all kinds in their order, then products', async () => {
  await open(TOP);
  expect(headings()).toEqual(['Performers', 'Posts, photos and films', 'Products']);
  await expect.element(page.getByRole('link', { name: /Luna Reyes/ }).first()).toHaveAttribute('href', '/luna');
  const text = document.body.textContent;
  const places = ['Cello at dusk', 'Cello in pictures', 'Cello on film', 'Six studies'].map((title) => text.indexOf(title));
  expect(places.every((place) => place >= 0)).toBe(true);
  expect(places.toSorted((a, b) => a - b)).toEqual(places);
});

test('leads to all of a kind, with the words and filters of the address', async () => {
  await open(TOP, 'q=cello&access=free');
  await expect
    .element(page.getByRole('link', { name: 'See all: Performers' }))
    .toHaveAttribute('href', '/search?q=cello&access=free&tab=performers');
  await expect
    .element(page.getByRole('link', { name: 'See all: Products' }))
    .toHaveAttribute('href', '/search?q=cello&access=free&tab=products');
});

test('leaves out kinds that nothing was found of', async () => {
  await open({ ...NONE, items: TOP.items.slice(0, 1) });
  expect(headings()).toEqual(['Posts, photos and films']);
});

test.each([
  ['en', 'Why am I seeing this?', 'How these are ordered', 'Nobody can pay to appear here.'],
  ['es', '¿Por qué veo esto?', 'Cómo se ordenan', 'Nadie puede pagar por aparecer aquí.'],
] as const)('says how it is ordered (%s), of performers and of items', async (locale, why, title, words) => {
  await open({ ...TOP, products: [] }, 'q=cello', { locale });
  expect(page.getByRole('button', { name: why }).elements()).toHaveLength(2);
  await page.getByRole('button', { name: why }).first().click();
  const sheet = page.getByRole('dialog', { name: title });
  await expect.element(sheet).toMatchTextContent(words);
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
});

test('offers crafts with something in them, and performers, when nothing was found', async () => {
  await open(NONE, 'q=zzzz');
  await expect.element(page.getByText('Nothing matches “zzzz”')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Look around instead' })).toBeVisible();
  const crafts = page.getByRole('navigation', { name: 'Categories' });
  await expect.element(crafts.getByRole('link', { name: /Music/ })).toHaveAttribute('href', `/search?category=${idOf(400)}`);
  await expect.element(crafts.getByRole('link', { name: /Empty/ })).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: /Luna Reyes/ })).toHaveAttribute('href', '/luna');
});

test('offers to clear the filters, and nothing else, when they leave nothing', async () => {
  const { address } = await open(NONE, 'q=cello&access=free');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(address).toBe('/search?q=cello');
  await expect.element(page.getByRole('heading', { name: 'Look around instead' })).not.toBeInTheDocument();
});

test('offers performers when nothing was found and crafts can’t be read', async () => {
  await open(NONE, 'q=zzzz', {}, (api) => api.refuse(CATEGORIES, 'INTERNAL'));
  await expect.element(page.getByRole('link', { name: /Luna Reyes/ })).toBeVisible();
  await expect.element(page.getByRole('navigation', { name: 'Categories' })).not.toBeInTheDocument();
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open(TOP, 'q=cello', appearance);
  await expect.element(page.getByRole('link', { name: /Luna Reyes/ }).first()).toBeVisible();
  await expectAccessible();
});

test.each(APPEARANCES)('without results is accessible in $locale, $direction, $theme', async (appearance) => {
  await open(NONE, 'q=zzzz', appearance);
  await expect.element(page.getByRole('link', { name: /Luna Reyes/ })).toBeVisible();
  await expectAccessible();
});
