import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { show, type ShowOptions } from '../../../testing/show.tsx';
import { DownloadField } from './DownloadField.tsx';

const UPLOAD = 'POST /performer/performer-assets/products/file';
const DOCUMENT = {
  _id: '00000000-0000-4000-8000-00000000d0c1',
  kind: 'document',
  state: 'ready',
  progress: 1,
  failure: null,
  picture: null,
} as const;
const INSIDE = [
  { kind: 'author', text: 'Ana Sol' },
  { kind: 'person', text: 'ana' },
] as const;

const open = (options: ShowOptions = {}) =>
  show(
    <DownloadField fileId={DOCUMENT._id} name={undefined} onChange={() => undefined} onBusy={() => undefined} />,
    { path: '/model/products/new', ...options },
    (api) => api.answer(UPLOAD, { ...DOCUMENT, inside: [...INSIDE] }),
  );
const choose = (name: string) =>
  page
    .elementLocator(document.querySelector<HTMLElement>('input[type="file"]')!)
    .upload(new File(['%PDF'], name, { type: 'application/pdf' }));

test('tells the seller what a document says besides its content, until another is chosen', async () => {
  const { api } = await open();
  await choose('score.pdf');
  const notice = page.getByRole('region', { name: 'Whoever gets score.pdf can also read:' });
  await expect.element(notice).toMatchTextContent(/Author.*Ana Sol.*Folder of.*ana/);
  api.answer(UPLOAD, DOCUMENT);
  await choose('clean.pdf');
  await expect.element(notice).not.toBeInTheDocument();
  await expect.element(page.getByText('clean.pdf')).toBeVisible();
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open(appearance);
  await choose('score.pdf');
  await expect.element(page.getByRole('region')).toMatchTextContent(/Ana Sol/);
  await expectAccessible();
});
