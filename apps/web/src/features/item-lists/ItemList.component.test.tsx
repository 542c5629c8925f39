import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ApiDouble } from '../../../testing/api-double.ts';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN, idOf } from '../../../testing/fixtures.ts';
import { galleryOf, LOCKED_POST, videoOf } from '../../../testing/fixtures-items.ts';
import { show } from '../../../testing/show.tsx';
import { ItemList } from './ItemList.tsx';

const FEEDS = 'GET /feeds';
const GALLERIES = 'GET /performer-assets/galleries/search';
const VIDEOS = 'GET /performer-assets/videos/search';

const NUMBERS = ['One', 'Two', 'Three', 'Four'];
const galleryNamed = (title: string) => galleryOf(200 + NUMBERS.indexOf(title), title);
const videoNamed = (title: string) => videoOf(200 + NUMBERS.indexOf(title), title);
const pageOf = <T,>(data: T[], after: string | null = null) => ({ data, total: data.length, after });

const items = () =>
  page
    .getByRole('article')
    .elements()
    .map((item) => item.id || item.textContent);
const postOf = (number: number) => ({ ...LOCKED_POST, _id: idOf(number), title: `Post ${number}` });

test('says that posts are being read, then shows them', async () => {
  let release = () => undefined as void;
  await show(<ItemList source={{ list: 'newest' }} empty={<p>Nothing yet</p>} />, { user: FAN }, (api) => {
    api.answer(FEEDS, pageOf([postOf(101), postOf(102)]));
    release = api.hold(FEEDS);
  });
  await expect.element(page.getByRole('status').first()).toMatchTextContent('Loading');
  expect(items()).toEqual([]);
  release();
  await expect.poll(items).toHaveLength(2);
  await expect.element(page.getByText('Loading')).not.toBeInTheDocument();
  await expect.element(page.getByText('Nothing yet')).not.toBeInTheDocument();
});

test('says why posts can’t be read, and reads them again', async () => {
  const { api } = await show(<ItemList source={{ list: 'newest' }} empty={<p>Nothing yet</p>} />, { user: FAN }, (double) =>
    double.refuse(FEEDS, 'BAD_REQUEST'),
  );
  await expect.element(page.getByRole('heading', { name: 'Bad request!' })).toBeVisible();
  await expect.element(page.getByText('Nothing yet')).not.toBeInTheDocument();
  api.answer(FEEDS, pageOf([postOf(101)]));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(items).toHaveLength(1);
});

test('says that there are no posts', async () => {
  await show(<ItemList source={{ list: 'newest' }} empty={<p>Nothing yet</p>} />, { user: FAN }, (api) => api.answer(FEEDS, pageOf([])));
  await expect.element(page.getByText('Nothing yet')).toBeVisible();
});

const KINDS = [
  {
    kind: 'galleries',
    key: GALLERIES,
    answer: (api: ApiDouble, titles: readonly string[], after?: string) => api.answer(GALLERIES, pageOf(titles.map(galleryNamed), after)),
  },
  {
    kind: 'videos',
    key: VIDEOS,
    answer: (api: ApiDouble, titles: readonly string[], after?: string) => api.answer(VIDEOS, pageOf(titles.map(videoNamed), after)),
  },
] as const;

const titles = () =>
  page
    .getByRole('link')
    .elements()
    .map((link) => link.getAttribute('aria-label') ?? link.textContent.trim())
    .flatMap((name) => NUMBERS.find((number) => name.includes(number)) ?? []);

/** A list whose search can be changed. */
const Searched = ({ kind }: { kind: (typeof KINDS)[number]['kind'] }) => {
  const [q, setQ] = useState('rehearsal');
  return (
    <>
      <button type="button" onClick={() => setQ('encore')}>
        Search for encores
      </button>
      <ItemList source={{ list: kind, query: { q } }} empty={null} grid="Found" />
    </>
  );
};

test.each(KINDS)('appends the next page of $kind, and replaces all when the search changes', async ({ kind, key, answer }) => {
  const { api } = await show(<Searched kind={kind} />, { user: FAN }, (double) => answer(double, ['One', 'Two'], 'cursor'));
  await expect.poll(titles).toEqual(['One', 'Two']);
  answer(api, ['Three']);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(titles).toEqual(['One', 'Two', 'Three']);
  await expect.element(page.getByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  answer(api, ['Four']);
  await page.getByRole('button', { name: 'Search for encores' }).click();
  await expect.poll(titles).toEqual(['Four']);
  expect(api.sent(key).map(({ query }) => [query['q'], query['after']])).toEqual([
    ['rehearsal', undefined],
    ['rehearsal', 'cursor'],
    ['encore', undefined],
  ]);
});

test.each(APPEARANCES)('is accessible with a failure in $locale, $direction, $theme', async (appearance) => {
  await show(<ItemList source={{ list: 'newest' }} empty={null} />, { user: FAN, ...appearance }, (api) =>
    api.refuse(FEEDS, 'BAD_REQUEST'),
  );
  await expect.element(page.getByRole('button')).toBeVisible();
  await expectAccessible();
});
