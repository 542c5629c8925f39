import type { LibraryRow } from '@stagedoor/contract/library';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { LOCKED_POST } from '../../../testing/fixtures-items.ts';
import { FAN, INSTANT, idOf } from '../../../testing/fixtures.ts';
import { type ShowOptions, show } from '../../../testing/show.tsx';
import { LibraryPage } from './LibraryPage.tsx';

const SHELF = 'GET /library/{shelf}';

const rowOf = (changes: Partial<LibraryRow> = {}): LibraryRow => ({
  _id: idOf(40),
  kind: 'feed',
  title: 'Winter set',
  performer: LOCKED_POST.performer,
  picture: null,
  isLocked: false,
  photos: 0,
  videoSeconds: null,
  resumeAt: null,
  link: `/feeds/${idOf(40)}`,
  at: INSTANT,
  ...changes,
});
const pageOf = (data: LibraryRow[], kinds: LibraryRow['kind'][] = ['feed', 'video']) => ({ data, total: data.length, after: null, kinds });

const open = (rows: LibraryRow[], shelf: 'purchased' | 'saved' | 'continue' = 'purchased', options: ShowOptions = {}) =>
  show(<LibraryPage shelf={shelf} />, { user: FAN, ...options }, (api) => api.answer(SHELF, pageOf(rows)));

describe('the library', () => {
  test.each(APPEARANCES)('names its shelves, and links each thing to its page (%s)', async (_, appearance) => {
    await open(
      [
        rowOf({ photos: 3, kind: 'gallery' }),
        rowOf({ _id: idOf(41), kind: 'stream', title: 'Paint-along', videoSeconds: 61, link: `/live/group/${idOf(41)}` }),
      ],
      'purchased',
      appearance,
    );
    const shelf = page.getByRole('list', { name: 'Purchased' });
    await expect.element(shelf.getByRole('link', { name: /Paint-along/ })).toHaveAttribute('href', `/live/group/${idOf(41)}`);
    await expect.element(shelf.getByText('Recording', { exact: true })).toBeVisible();
    await expect.element(shelf.getByText('3 photos', { exact: true })).toBeVisible();
    const tabs = page.getByRole('navigation', { name: 'Library' }).getByRole('link');
    expect(tabs.elements().map((tab) => [tab.textContent, tab.getAttribute('href')])).toEqual([
      ['Purchased', '/library'],
      ['Saved', '/bookmarks'],
      ['Favourites', '/favourites'],
      ['Watch later', '/watch-later'],
      ['Continue watching', '/library/continue'],
    ]);
    await expectAccessible();
  });

  test('is narrowed by a kind and by words, which the address keeps', async () => {
    const { api, address } = await open([rowOf()]);
    await page.getByRole('button', { name: 'Videos' }).click();
    await expect.poll(address).toContain('kind=video');
    await userEvent.fill(page.getByRole('searchbox', { name: 'Search your library' }), 'winter');
    await expect
      .poll(() => api.sent(SHELF).at(-1))
      .toMatchObject({
        params: { shelf: 'purchased' },
        query: { kind: 'video', q: 'winter' },
      });
    expect(address()).toContain('q=winter');
  });

  test('says how an empty shelf is filled, and that words found nothing', async () => {
    await open([]);
    await expect.element(page.getByRole('heading', { name: 'Nothing bought yet' })).toBeVisible();
    await userEvent.fill(page.getByRole('searchbox', { name: 'Search your library' }), 'nowhere');
    await expect.element(page.getByRole('heading', { name: /nowhere/ })).toBeVisible();
  });

  test('tells how much of a video was watched, and that something saved is locked', async () => {
    await open([rowOf({ kind: 'video', videoSeconds: 120, resumeAt: 30 }), rowOf({ _id: idOf(42), isLocked: true })], 'continue');
    await expect.element(page.getByRole('img', { name: '25% watched' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: /Locked/ })).toBeVisible();
  });
});
