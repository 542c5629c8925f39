import type { ReviewedItem } from '@stagedoor/contract/catalog';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ApiDouble } from '../../../../testing/api-double.ts';
import { APPEARANCES } from '../../../../testing/appearances.ts';
import { expectAccessible } from '../../../../testing/axe.ts';
import { FAN, INSTANT, PERFORMER, idOf } from '../../../../testing/fixtures.ts';
import { type ShowOptions, show } from '../../../../testing/show.tsx';
import { pass, stopTimeouts } from '../../../../testing/toasts.ts';
import { UNDO_MS } from '../frame/delayed-decision.ts';
import { ReviewQueue } from './ReviewQueue.tsx';

const LIST = 'GET /admin/reviews';
const READ = 'GET /admin/reviews/{id}';
const APPROVE = 'POST /admin/reviews/{id}/approve';
const REJECT = 'POST /admin/reviews/{id}/reject';

const { _id, name, username } = PERFORMER;
const ROW = {
  _id: idOf(400),
  kind: 'feed',
  title: 'Rosin and bow',
  performer: { _id, name, username },
  picture: null,
  wasPublished: false,
  looksTakenDown: false,
  scheduledAt: null,
  requestedAt: INSTANT,
  createdAt: INSTANT,
  updatedAt: INSTANT,
} as const;
const ITEM: ReviewedItem = {
  ...ROW,
  text: 'A post',
  tags: [],
  furtherWords: [],
  audience: 'everyone',
  price: null,
  files: [],
  version: 3,
  copyFileId: null,
  rejectionNote: '',
};

/** The queue, and a button that leaves it. */
const Page = () => {
  const [isLeft, setIsLeft] = useState(false);
  return isLeft ? (
    <p>Elsewhere</p>
  ) : (
    <>
      <ReviewQueue tabs={null} />
      <button type="button" onClick={() => setIsLeft(true)}>
        Leave
      </button>
    </>
  );
};

const open = (options: ShowOptions = {}, prepare?: (api: ApiDouble) => void) =>
  show(<Page />, { user: { ...FAN, role: 'admin' }, path: `/admin/content?queue=review&id=${ROW._id}`, ...options }, (api) => {
    api.answer(LIST, { data: [ROW], total: 1 });
    api.answer(READ, ITEM);
    api.answer(APPROVE, { success: true });
    api.answer(REJECT, { success: true });
    prepare?.(api);
  });

const approve = page.getByRole('button', { name: /^Approve/ });
const waits = page.getByText('Sent in 10 seconds. Nobody is told until then.');
const undo = page.getByRole('button', { name: 'Undo' });

test('sends nothing when a decision is undone', async () => {
  const { api } = await open();
  await approve.click();
  await expect.element(waits).toBeVisible();
  await undo.click();
  await expect.element(approve).toBeVisible();
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect.element(page.getByText('Elsewhere')).toBeVisible();
  expect(api.sent(APPROVE)).toEqual([]);
});

test('sends a decision once the ten seconds are over, with the version that was looked at', async () => {
  const { api, address } = await open();
  await expect.element(approve).toBeVisible();
  stopTimeouts();
  await userEvent.keyboard('a');
  await expect.element(waits).toBeVisible();
  pass(UNDO_MS - 1);
  expect(api.sent(APPROVE)).toEqual([]);
  api.answer(LIST, { data: [], total: 0 });
  pass(1);
  await expect.poll(() => api.sent(APPROVE).map(({ body }) => body)).toEqual([{ version: 3 }]);
  await expect.poll(address).toBe('/admin/content?queue=review');
});

test('sends a rejection with its reason when the queue is left before', async () => {
  const { api } = await open();
  await page.getByLabelText('Reason, sent if you reject').fill('It names a brand.');
  // Only leaving sends it.
  stopTimeouts();
  await page.getByRole('button', { name: /^Reject/ }).click();
  await expect.element(waits).toBeVisible();
  expect(api.sent(REJECT)).toEqual([]);
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect.poll(() => api.sent(REJECT).map(({ body }) => body)).toEqual([{ version: 3, note: 'It names a brand.' }]);
});

test('says why a decision was refused, and reads the item again', async () => {
  const { api } = await open({}, (double) => double.refuse(APPROVE, 'REVIEW_STATE'));
  await expect.element(approve).toBeVisible();
  stopTimeouts();
  await approve.click();
  await expect.element(waits).toBeVisible();
  pass(UNDO_MS);
  await expect.poll(() => api.sent(READ).length).toBe(2);
  await expect.element(approve).toBeVisible();
  await expect.element(page.getByText(/changed/i).first()).toBeVisible();
});

test.each(APPEARANCES)('is accessible while a decision waits, in $locale, $direction, $theme', async (appearance) => {
  await open(appearance);
  await page.getByRole('button', { name: /^(Approve|Aprobar)/ }).click();
  await expect.element(page.getByRole('button', { name: /^(Undo|Deshacer)$/ })).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: /^(Undo|Deshacer)$/ }).click();
});
