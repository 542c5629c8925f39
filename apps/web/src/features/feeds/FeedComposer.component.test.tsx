import type { OwnFeed } from '@stagedoor/contract/feeds';
import type { CurrentUser } from '@stagedoor/contract/users';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ApiDouble } from '../../../testing/api-double.ts';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN, idOf, INSTANT } from '../../../testing/fixtures.ts';
import { tabTo } from '../../../testing/keyboard.ts';
import { show, type ShowOptions } from '../../../testing/show.tsx';
import { FeedComposer } from './FeedComposer.tsx';

const PUBLISH = 'POST /performer/feeds';
const KEEP = 'POST /performer/feeds/draft';
const CHANGE = 'POST /performer/feeds/draft/{id}';
const SAVE = 'PUT /performer/feeds/{id}';

const LUNA: CurrentUser = { ...FAN, username: 'luna', name: 'Luna Reyes', role: 'performer', isPerformer: true };
const MUSIC = { _id: idOf(51), slug: 'music', name: 'Music', counts: {} };
const MARA = {
  _id: idOf(52),
  legalName: 'Mara Holt',
  stageName: 'Mara',
  dateOfBirth: '1994-05-06',
  state: 'approved',
  rejectionNote: '',
  items: 1,
  createdAt: INSTANT,
  decidedAt: INSTANT,
} as const;

const POST: OwnFeed = {
  _id: idOf(10),
  type: 'text',
  title: '',
  text: 'New strings today',
  poll: null,
  audience: 'everyone',
  price: null,
  priceVersion: 1,
  state: 'active',
  files: [],
  thumbnail: null,
  teaser: null,
  teaserCut: false,
  teaserVideo: null,
  categoryIds: [],
  tags: [],
  peopleShown: null,
  participantIds: [],
  producedOn: null,
  counts: { likes: 0, comments: 0, unlocks: 0 },
  earned: 0,
  isPinned: false,
  rejection: null,
  scheduledAt: null,
  expiresAt: null,
  publishedAt: INSTANT,
  createdAt: INSTANT,
  updatedAt: INSTANT,
};

const DRAFT: OwnFeed = { ...POST, state: 'draft', publishedAt: null };

/** The composer, and a button that leaves it and comes back. */
const Page = ({ feed }: { feed: OwnFeed | undefined }) => {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(!isOpen)}>
        Leave or return
      </button>
      {isOpen ? <FeedComposer {...(feed ? { feed } : {})} /> : null}
    </>
  );
};

const compose = (options: ShowOptions & { feed?: OwnFeed; isReviewed?: boolean } = {}, prepare?: (api: ApiDouble) => void) => {
  const { feed, isReviewed = false, ...shown } = options;
  return show(<Page feed={feed} />, { user: LUNA, path: '/model/feeds/new', ...shown }, (api) => {
    api.answer('GET /performer/review', { isRequired: isReviewed, remaining: null });
    api.answer('GET /categories/search', { data: [MUSIC], total: 1 });
    api.answer('GET /performer/participants', { data: [MARA], total: 1 });
    api.answer('GET /performers/commissions', [{ kind: 'feedSaleCommission', rate: 20, source: 'site', setAt: null }]);
    prepare?.(api);
  });
};

const words = page.getByLabelText(/What do you want to say/);
const price = page.getByLabelText(/^Price in tokens/);
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('publishes once what was written, chosen and named, with the buttons closed meanwhile', async () => {
  const { api, address } = await compose({}, (double) => double.answer(PUBLISH, POST));
  const release = api.hold(PUBLISH);
  await words.fill('New strings today');
  await page.getByRole('button', { name: 'Music' }).click();
  await page.getByRole('button', { name: 'Mara', exact: true }).click();
  await page.getByLabelText(/^Made on/).fill('2026-11-20');
  await button('Publish').click();
  await expect.element(button('Save as draft')).toBeDisabled();
  await userEvent.keyboard('{Enter}');
  release();
  await expect.poll(address).toBe('/model/feeds');
  await expect.element(page.getByText('Published.')).toBeVisible();
  expect(api.sent(PUBLISH).map(({ body }) => body)).toMatchObject([
    {
      text: 'New strings today',
      audience: 'everyone',
      price: null,
      categoryIds: [MUSIC._id],
      participantIds: [MARA._id],
      producedOn: '2026-11-20',
      scheduledAt: null,
    },
  ]);
});

test('asks buyers’ posts for a price and says what the performer gets of it', async () => {
  const { api } = await compose({}, (double) => double.answer(PUBLISH, { ...POST, audience: 'buyers', price: 6.5 }));
  await expect.element(price).not.toBeInTheDocument();
  await page.getByRole('radio', { name: 'Buyers only' }).click({ force: true });
  await price.fill('6,50');
  await expect.element(price).toHaveValue('6.50');
  await expect.element(page.getByText('You get $5.20 after commission.')).toBeVisible();
  await expect.element(page.getByText('Those who bought it keep it.')).toBeVisible();
  await page.getByLabelText(/^Title/).fill('The full rehearsal');
  await button('Publish').click();
  await expect.poll(() => api.sent(PUBLISH).map(({ body }) => body)).toMatchObject([{ audience: 'buyers', price: '6.50' }]);
});

test('sends no price of an audience that doesn’t pay', async () => {
  const { api } = await compose({}, (double) => double.answer(PUBLISH, POST));
  await words.fill('New strings today');
  await page.getByRole('radio', { name: 'Buyers only' }).click({ force: true });
  await price.fill('6.50');
  await page.getByRole('radio', { name: 'Followers' }).click({ force: true });
  await button('Publish').click();
  await expect.poll(() => api.sent(PUBLISH).map(({ body }) => body)).toMatchObject([{ audience: 'followers', price: null }]);
});

test('shows a refusal at its field, else above the buttons until something is changed', async () => {
  const { api } = await compose({}, (double) => double.refuse(PUBLISH, 'PRICE_REQUIRED'));
  await page.getByRole('radio', { name: 'Buyers only' }).click({ force: true });
  await price.fill('3');
  await page.getByLabelText(/^Title/).fill('The full rehearsal');
  await button('Publish').click();
  await expect.element(price).toHaveAttribute('aria-invalid', 'true');
  api.refuse(PUBLISH, 'FILE_NOT_MADE');
  await button('Publish').click();
  const alert = page.getByRole('alert');
  await expect.element(alert).toBeVisible();
  await words.fill('Second try');
  await expect.element(alert).not.toBeInTheDocument();
  await expect.element(words).toHaveValue('Second try');
});

test('publishes later, and names that on its button', async () => {
  const { api } = await compose({}, (double) =>
    double.answer(PUBLISH, { ...POST, state: 'scheduled', scheduledAt: '2036-01-02T10:00:00.000Z' }),
  );
  await words.fill('New strings today');
  await page.getByLabelText(/^Publish at/).fill('2036-01-02T10:00');
  await button('Schedule').click();
  await expect.poll(() => api.sent(PUBLISH).map(({ body }) => body)).toMatchObject([{ scheduledAt: '2036-01-02T10:00:00.000Z' }]);
});

test('keeps a draft', async () => {
  const { api, address } = await compose({}, (double) => double.answer(KEEP, DRAFT));
  await words.fill('New strings today');
  await button('Save as draft').click();
  await expect.poll(address).toBe('/model/feeds?state=draft');
  await expect.element(page.getByText('Draft saved.')).toBeVisible();
  expect(api.sent(KEEP).map(({ body }) => body)).toMatchObject([{ text: 'New strings today' }]);
});

test('publishes a draft from its own page', async () => {
  const { api } = await compose({ feed: DRAFT, path: `/model/feeds/${POST._id}` }, (double) => double.answer(CHANGE, POST));
  await button('Publish').click();
  await expect
    .poll(() => api.sent(CHANGE).map(({ params, body }) => ({ params, body })))
    .toMatchObject([{ params: { id: POST._id }, body: { text: 'New strings today', publish: true } }]);
});

test('saves a published post without a second publication', async () => {
  const { api } = await compose({ feed: POST }, (double) => double.answer(SAVE, POST));
  await expect.element(button('Save as draft')).not.toBeInTheDocument();
  await expect.element(page.getByLabelText(/^Publish at/)).not.toBeInTheDocument();
  await words.fill('New strings tomorrow');
  await button('Save').click();
  await expect.poll(() => api.sent(SAVE).map(({ params }) => params)).toEqual([{ id: POST._id }]);
  await expect.element(page.getByText('Saved.')).toBeVisible();
});

test.each([
  ['that a review follows', undefined, 'We review what you publish before it’s shown.'],
  ['that it is in review', { ...POST, state: 'review' }, 'In review. Nobody else sees it until it’s approved.'],
  ['why it was rejected', { ...DRAFT, rejection: { note: 'Too dark to see.', at: INSTANT } }, 'Too dark to see.'],
] as const)('says %s', async (_what, feed, text) => {
  await compose({ ...(feed ? { feed } : {}), isReviewed: true });
  await expect.element(page.getByText(text, { exact: false })).toBeVisible();
});

test('finds what was typed again, and discards it', async () => {
  await compose();
  await words.fill('Half a thought');
  await page.getByRole('radio', { name: 'Followers' }).click({ force: true });
  await button('Leave or return').click();
  await expect.element(words).not.toBeInTheDocument();
  await button('Leave or return').click();
  await expect.element(page.getByText('We restored your unsaved changes.')).toBeVisible();
  await expect.element(words).toHaveValue('Half a thought');
  await expect.element(page.getByRole('radio', { name: 'Followers' })).toBeChecked();
  await button('Discard').click();
  await expect.element(words).toHaveValue('');
  await expect.element(page.getByRole('radio', { name: 'Everyone' })).toBeChecked();
});

test('is used by keyboard alone', async () => {
  const { api } = await compose({}, (double) => double.answer(PUBLISH, POST));
  await tabTo(words);
  await userEvent.keyboard('By keyboard');
  await tabTo(page.getByRole('radio', { name: 'Everyone' }));
  await userEvent.keyboard('{ArrowRight}');
  await tabTo(button('Publish'));
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => api.sent(PUBLISH).map(({ body }) => body)).toMatchObject([{ text: 'By keyboard', audience: 'followers' }]);
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await compose({ ...appearance, feed: { ...DRAFT, audience: 'buyers', price: 6.5 } });
  await expect.element(page.getByRole('button', { name: 'Music' })).toBeVisible();
  await expectAccessible();
});
