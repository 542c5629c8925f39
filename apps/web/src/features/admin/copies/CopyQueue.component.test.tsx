import type { CopyRow } from '@stagedoor/contract/copies';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { APPEARANCES } from '../../../../testing/appearances.ts';
import { expectAccessible } from '../../../../testing/axe.ts';
import { FAN, INSTANT, PERFORMER, idOf } from '../../../../testing/fixtures.ts';
import { show, type ShowOptions } from '../../../../testing/show.tsx';
import { pass, stopTimeouts } from '../../../../testing/toasts.ts';
import { UNDO_MS } from '../frame/delayed-decision.ts';
import { CopyQueue } from './CopyQueue.tsx';

const LIST = 'GET /admin/copies';
const DECIDE = 'POST /admin/copies/{id}/decide';
const { _id, name, username } = PERFORMER;
const ROW: CopyRow = {
  _id: idOf(500),
  purpose: 'feedPhoto',
  owner: { _id, name, username },
  item: { _id: idOf(501), kind: 'feed', state: 'review', title: 'Rosin and bow' },
  show: null,
  file: { kind: 'image', picture: null, video: null },
  isListed: true,
  matches: [
    {
      _id: idOf(502),
      objectKind: 'list',
      objectId: idOf(503),
      title: 'Hotline',
      reason: 'abuse',
      distance: 7,
      frames: 1,
      at: 0,
      blockedAt: null,
      blocked: null,
    },
    {
      _id: idOf(504),
      objectKind: 'item',
      objectId: idOf(505),
      title: 'The first one',
      reason: '',
      distance: 0,
      frames: 1,
      at: 0,
      blockedAt: 0,
      blocked: { kind: 'image', picture: null, video: null },
    },
  ],
  createdAt: INSTANT,
  updatedAt: INSTANT,
};

const open = (options: ShowOptions = {}) =>
  show(
    <CopyQueue tabs={null} />,
    { user: { ...FAN, role: 'admin' }, path: `/admin/content?queue=copies&id=${ROW._id}`, ...options },
    (api) => {
      api.answer(LIST, { data: [ROW], total: 1, unhashed: 12 });
      api.answer(DECIDE, { success: true });
    },
  );

test('a file is shown with what it looks like, how much, and who has it on a list', async () => {
  await open();
  await expect.element(page.getByText('97% alike')).toBeVisible();
  await expect.element(page.getByText('No difference found')).toBeVisible();
  await expect.element(page.getByText(/The list “Hotline” has this picture/)).toBeVisible();
  await expect.element(page.getByText('12 stored files haven’t been compared yet. They are compared in the background.')).toBeVisible();
  await expect.element(page.getByText('On a list')).toBeVisible();
});

test('a decision names all that was looked at, and a copy needs a reason', async () => {
  const { api } = await open();
  stopTimeouts();
  await page.getByRole('button', { name: 'It’s a copy' }).click();
  await expect.element(page.getByLabelText('Reason, sent if you refuse it')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabelText('Reason, sent if you refuse it').fill('It is the same picture.');
  await page.getByRole('button', { name: 'It’s a copy' }).click();
  pass(UNDO_MS);
  await expect
    .poll(() => api.sent(DECIDE).map(({ body }) => body))
    .toEqual([{ decision: 'copy', matchIds: ROW.matches.map((match) => match._id), note: 'It is the same picture.' }]);
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open(appearance);
  await expectAccessible();
});
