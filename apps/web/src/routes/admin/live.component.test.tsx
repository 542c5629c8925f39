import type { ShowStill, WallShow } from '@stagedoor/contract/admin-live';
import type { CopyRow } from '@stagedoor/contract/copies';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ApiDouble } from '../../../testing/api-double.ts';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN, INSTANT, idOf } from '../../../testing/fixtures.ts';
import { HOST, SHOW_ID } from '../../../testing/fixtures-shows.ts';
import { sheet } from '../../../testing/sheet.tsx';
import { type ShowOptions, show } from '../../../testing/show.tsx';
import { ShowStills } from '../../features/admin/live/ShowStills.tsx';
import Live from './live.tsx';

const STOP = 'POST /admin/live/{id}/stop';
const STILLS = 'GET /admin/live/{id}/stills';
const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** Five stills, a minute apart; of the third there is no picture, and the last one looks like something that was taken down. */
const FIVE: ShowStill[] = [0, 1, 2, 3, 4].map((minute) => ({
  url: minute === 2 ? null : PIXEL,
  takenAt: `2026-03-02T20:0${minute}:30.000Z`,
  isAlike: minute === 4,
}));
const ON_WALL: WallShow = {
  _id: SHOW_ID,
  type: 'public',
  state: 'live',
  title: 'Bach by request',
  performer: HOST,
  cover: null,
  viewers: 3,
  tokens: 0,
  reports: 0,
  still: FIVE[4]!,
  isUnseen: true,
  isAlike: true,
  startedAt: INSTANT,
  createdAt: INSTANT,
  updatedAt: INSTANT,
};
const PAIR: CopyRow = {
  _id: idOf(600),
  purpose: 'showStill',
  owner: { _id: HOST._id, username: HOST.username, name: HOST.name },
  item: null,
  show: { _id: SHOW_ID, title: 'Bach by request', isOpen: true },
  file: { kind: 'image', picture: { width: 320, height: 180, thumbhash: null, sources: [{ width: 320, url: PIXEL }] }, video: null },
  isListed: false,
  matches: [
    {
      _id: idOf(601),
      objectKind: 'item',
      objectId: idOf(602),
      title: 'The first one',
      reason: '',
      distance: 7,
      frames: 1,
      at: 0,
      blockedAt: 0,
      blocked: { kind: 'image', picture: { width: 320, height: 180, thumbhash: null, sources: [{ width: 320, url: PIXEL }] }, video: null },
    },
  ],
  createdAt: INSTANT,
  updatedAt: INSTANT,
};

const open = (options: ShowOptions = {}, prepare?: (api: ApiDouble) => void) =>
  show(<Live />, { user: { ...FAN, role: 'admin' }, path: '/admin/live', ...options }, (api) => {
    api.answer('GET /admin/live', { data: [ON_WALL], total: 1 });
    api.answer('GET /admin/live/{id}/snapshot', { picture: null });
    api.answer(STILLS, { stills: FIVE });
    api.answer('GET /admin/copies', { data: [PAIR], total: 1, unhashed: 0 });
    prepare?.(api);
  });
const large = () => sheet.getByRole('figure').first();

test('shows the last still until the snapshot arrives, and marks a show that is alike or unseen', async () => {
  let release = (): void => {};
  await open({}, (api) => {
    api.answer('GET /admin/live/{id}/snapshot', { picture: PIXEL });
    release = api.hold('GET /admin/live/{id}/snapshot');
  });
  await expect.element(page.getByRole('img', { name: /^The show of Luna Reyes at \d\d:04$/ })).toBeInTheDocument();
  await expect.element(page.getByText('Looks like what was taken down')).toBeVisible();
  await expect.element(page.getByText('No stills for five minutes')).toBeVisible();
  release();
  await expect.element(page.getByRole('img', { name: 'The show of Luna Reyes right now' })).toBeInTheDocument();
});

test('opens a strip of stills with their times, which arrow keys move along, and what looks alike beside the original', async () => {
  const { api } = await open();
  await page.getByRole('button', { name: 'Stills' }).click();
  await expect.element(sheet.getByRole('radio', { name: /:04/ })).toBeChecked();
  await expect.element(large().getByRole('img')).toHaveAccessibleName(/:04$/);
  await expect.element(large()).toMatchTextContent('Looks like what was taken down');
  (sheet.getByRole('radio', { name: /:04/ }).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(large().getByRole('img')).toHaveAccessibleName(/:03$/);
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(large()).toMatchTextContent('No picture');
  await expect.element(sheet.getByText('Taken down: The first one')).toBeInTheDocument();
  await expect.element(sheet.getByRole('link', { name: 'Decide in Content' })).toHaveAttribute('href', '/admin/content?queue=copies');
  expect(api.sent('GET /admin/copies')[0]!.query).toMatchObject({ limit: '20', showId: SHOW_ID });
});

test('stops a show with a reason and facts, neither of which is chosen before', async () => {
  const { api } = await open({}, (double) => double.answer(STOP, { success: true }));
  await page.getByRole('button', { name: 'Stop the show' }).click();
  for (const chip of sheet.getByRole('group', { name: 'Reason' }).getByRole('button').elements())
    expect(chip.getAttribute('aria-pressed')).toBe('false');
  const confirm = sheet.getByRole('button', { name: 'Stop the show' });
  await confirm.click();
  await expect.element(sheet.getByText('Choose a reason first.')).toBeVisible();
  expect(api.sent(STOP)).toEqual([]);
  await sheet.getByRole('button', { name: 'Someone under 18' }).click();
  await sheet.getByLabelText('Facts').fill('A child walks through the picture');
  await confirm.click();
  await expect.element(page.getByText('The show was stopped.')).toBeVisible();
  expect(api.sent(STOP).map(({ body }) => body)).toEqual([{ reason: 'underage', facts: 'A child walks through the picture' }]);
});

test('begins at the still nearest to a report', async () => {
  const { api } = await show(
    <ShowStills showId={SHOW_ID} name="Luna Reyes" at="2026-03-02T20:01:10.000Z" />,
    { user: { ...FAN, role: 'admin' } },
    (double) => double.answer(STILLS, { stills: FIVE }),
  );
  await expect.element(page.getByRole('radio', { name: /:01/ })).toBeChecked();
  expect(api.sent(STILLS)[0]!.query).toMatchObject({ at: '2026-03-02T20:01:10.000Z' });
});

test.each(APPEARANCES)('passes axe with the stills open ($locale, $direction, $theme)', async (appearance) => {
  await open(appearance);
  await page.getByRole('button', { name: /^(Stills|Capturas)$/ }).click();
  await expect.element(sheet.getByRole('radio').first()).toBeInTheDocument();
  await expectAccessible();
});
