import type { MediaItem } from '@stagedoor/contract/media';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { APPEARANCES } from '../../../../testing/appearances.ts';
import { expectAccessible } from '../../../../testing/axe.ts';
import { FAN, idOf, INSTANT } from '../../../../testing/fixtures.ts';
import { show, type ShowOptions } from '../../../../testing/show.tsx';
import { CaptionsSection } from './CaptionsSection.tsx';
import type { DraftFile } from './draft-files.ts';

const FILE = 'GET /performer/media-libraries/{id}';
const ADD = 'PUT /performer/media-libraries/{id}/captions';
const REMOVE = 'DELETE /performer/media-libraries/{id}/captions/{locale}';
const ID = idOf(70);

const FILM: DraftFile = {
  key: 'film',
  kind: 'video',
  uploaded: { _id: ID, kind: 'video', state: 'processing', progress: 0.2, failure: null, picture: null },
  local: null,
  source: null,
  sent: null,
  waiting: false,
  error: null,
};
const ITEM: MediaItem = {
  _id: ID,
  kind: 'video',
  state: 'processing',
  progress: 0.2,
  failure: null,
  name: 'rehearsal.mov',
  alt: '',
  picture: null,
  durationSeconds: null,
  bytes: 1000,
  captions: [],
  useCount: 0,
  isBought: null,
  createdAt: INSTANT,
  updatedAt: INSTANT,
};
const SPANISH = { locale: 'es', label: 'Español' };
const LUNA = { ...FAN, username: 'luna', name: 'Luna Reyes', role: 'performer', isPerformer: true } as const;

const open = (film: DraftFile, captions: MediaItem['captions'] = [], options: ShowOptions = {}) =>
  show(<CaptionsSection film={film} />, { user: LUNA, ...options }, (api) => api.answer(FILE, { ...ITEM, captions, uses: [] }));

test('adds captions in a language to a film that is still being encoded', async () => {
  const { api } = await open(FILM);
  await expect.element(page.getByText('No captions yet.')).toBeVisible();
  await page.getByLabelText('Language').selectOptions('Español');
  await userEvent.upload(page.getByLabelText(/^File/), new File(['WEBVTT\n'], 'es.vtt', { type: 'text/vtt' }));
  api.answer(ADD, { ...ITEM, captions: [SPANISH] });
  api.answer(FILE, { ...ITEM, captions: [SPANISH], uses: [] });
  await page.getByRole('button', { name: 'Add captions' }).click();
  await expect.element(page.getByRole('button', { name: 'Remove captions in Español' })).toBeVisible();
  expect(api.sent(ADD)).toMatchObject([{ params: { id: ID }, body: { locale: 'es' } }]);
});

test('removes captions', async () => {
  const { api } = await open(FILM, [SPANISH]);
  api.answer(REMOVE, ITEM);
  api.answer(FILE, { ...ITEM, uses: [] });
  await page.getByRole('button', { name: 'Remove captions in Español' }).click();
  await expect.element(page.getByText('No captions yet.')).toBeVisible();
  expect(api.sent(REMOVE).map(({ params }) => params)).toEqual([{ id: ID, locale: 'es' }]);
});

test('shows the refusal of a file that holds no captions', async () => {
  const { api } = await open(FILM);
  await userEvent.upload(page.getByLabelText(/^File/), new File(['Hello'], 'es.vtt', { type: 'text/vtt' }));
  api.refuse(ADD, 'FILE_KIND_REFUSED');
  await page.getByRole('button', { name: 'Add captions' }).click();
  await expect.element(page.getByRole('alert')).toBeVisible();
});

test('says when captions can be added while the film is being sent, and nothing for a film that failed', async () => {
  await open({ ...FILM, uploaded: null, sent: 0.4 });
  await expect.element(page.getByText('You can add captions once the video is sent.')).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
});

test.each(APPEARANCES)('is accessible: $locale, $direction, $theme', async (appearance) => {
  await open(FILM, [SPANISH], appearance);
  await expect.poll(() => page.getByRole('combobox').elements().length).toBe(1);
  await expectAccessible();
});
