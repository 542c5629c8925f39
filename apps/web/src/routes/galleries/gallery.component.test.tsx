import type { ComponentProps } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ApiDouble } from '../../../testing/api-double.ts';
import { PERFORMER } from '../../../testing/fixtures.ts';
import { galleryOf } from '../../../testing/fixtures-items.ts';
import { show } from '../../../testing/show.tsx';
import Gallery, { clientLoader } from './gallery.tsx';

const ONE = 'GET /performer-assets/galleries/{id}/view';
const SEARCH = 'GET /performer-assets/galleries/search';

const OPENED = galleryOf(401, 'Rehearsals');
const OTHERS = [galleryOf(402, 'Backstage'), galleryOf(403, 'Encores')];

const answerAll = (api: ApiDouble) => {
  api.answer(ONE, OPENED);
  api.answer(SEARCH, { data: [OTHERS[0]!, OPENED, OTHERS[1]!], total: 3, after: null });
  api.answer('GET /performer-assets/photos', { data: [], total: 0, after: null });
};

test('shows other galleries of its performer below a gallery, without itself', async () => {
  const before = new ApiDouble();
  answerAll(before);
  const uninstall = before.install();
  const params = { id: OPENED._id };
  const loaderData = await clientLoader({ params } as Parameters<typeof clientLoader>[0]);
  uninstall();
  expect(before.sent(SEARCH).map(({ query }) => query)).toEqual([expect.objectContaining({ performerId: PERFORMER._id })]);

  const props = { loaderData, params } as unknown as ComponentProps<typeof Gallery>;
  await show(<Gallery {...props} />, { path: `/galleries/${OPENED._id}` }, answerAll);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Rehearsals' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'More by Luna Reyes' })).toBeVisible();
  const addresses = page
    .getByRole('link')
    .elements()
    .map((link) => link.getAttribute('href'))
    .filter((address) => address?.startsWith('/galleries/') && !address.includes('#'));
  expect([...new Set(addresses)]).toEqual(OTHERS.map(({ _id }) => `/galleries/${_id}`));
});
