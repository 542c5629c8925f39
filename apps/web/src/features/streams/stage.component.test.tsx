import type { LiveState } from '@stagedoor/contract/live-state';
import type { PerformerCard } from '@stagedoor/contract/performers';
import type { LiveCard } from '@stagedoor/contract/streams';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { APPEARANCES } from '../../../testing/appearances.ts';
import { expectAccessible } from '../../../testing/axe.ts';
import { FAN } from '../../../testing/fixtures.ts';
import { PROFILE } from '../../../testing/fixtures-performers.ts';
import { GROUP_LIVE, HOST, sessionOf, SHOW_ID } from '../../../testing/fixtures-shows.ts';
import { show, type ShowOptions } from '../../../testing/show.tsx';
import { useData } from '../../app/data.ts';
import { OnStage } from '../home/OnStage.tsx';
import { PerformerCards } from '../performers/PerformerCards.tsx';
import { OfflineScreen } from './EndScreen.tsx';
import { LiveCards } from './LiveCards.tsx';
import { LiveNowCard } from './LiveNowCard.tsx';
import { LiveSync } from './LiveSync.tsx';
import { StageNow } from './StageNow.tsx';

const PUBLIC = HOST.live;
const { streamId, title, since, link } = PUBLIC;
const PAUSED: LiveState = { state: 'paused', streamId, title, since, link };
const STARTING: LiveState = { state: 'starting', streamId, title, since: null, link };
const FULL: LiveState = { ...GROUP_LIVE, taken: GROUP_LIVE.seats };
const cardWith = (live: LiveState): PerformerCard => ({ ...PROFILE, live, isLive: live.state === 'group' || live.state === 'public' });
const GROUP_CARD: LiveCard = {
  _id: SHOW_ID,
  type: 'group',
  title: GROUP_LIVE.title,
  state: 'live',
  performer: { ...HOST, live: GROUP_LIVE },
  cover: null,
  category: null,
  audience: 'everyone',
  access: { allowed: true, reason: 'free' },
  viewers: 2,
  startedAt: since,
};

const openProfile = (live: LiveState, options: ShowOptions = {}) =>
  show(<LiveNowCard profile={{ ...PROFILE, live, isLive: live.state === 'group' }} />, { user: FAN, ...options }, (api) =>
    api.answer('GET /streaming/view/{id}', sessionOf({ type: 'public', viewers: 12 })),
  );

test('a profile leads into a group show, with its free seats and its rate in tokens and money', async () => {
  await openProfile(GROUP_LIVE);
  const card = page.getByRole('link');
  await expect.element(card).toHaveAttribute('href', GROUP_LIVE.link);
  await expect
    .element(card)
    .toMatchTextContent(/LIVE.*6 of 8 seats free.*Silks for four.*3 tokens \(\$3\.00\) a minute.*Join the group show/);
});

test('a full group show says so', async () => {
  await openProfile(FULL, { locale: 'es' });
  await expect.element(page.getByRole('link')).toMatchTextContent(/Sin plazas libres/);
});

test.each([
  [{ state: 'private' } as const, 'In a private show', []],
  [PAUSED, 'Paused for a private show', [link]],
  [STARTING, 'Starting soon', [link]],
])('a profile says why its performer can’t be watched: %o', async (live, words, links) => {
  await openProfile(live);
  await expect.element(page.getByText(words)).toBeVisible();
  expect(page.getByText('LIVE').query()).toBeNull();
  const found = page.getByRole('link').elements();
  expect(found.map((one) => one.getAttribute('href'))).toEqual(links);
});

test.each(APPEARANCES)('cards of performers and shows tell rate and seats, and pass axe: $direction $theme', async (appearance) => {
  await show(
    <>
      <h1>Stage</h1>
      <PerformerCards performers={[cardWith(GROUP_LIVE), { ...cardWith({ state: 'private' }), _id: FAN._id }]} />
      <OnStage cards={[GROUP_CARD]} total={1} />
      <LiveCards cards={[GROUP_CARD]} />
    </>,
    { user: FAN, ...appearance },
  );
  await expect.element(page.getByText(/In a private show|En un directo privado/)).toBeInTheDocument();
  expect(page.getByText(/3 tokens \(.*3[.,]00.*\) (a minute|por minuto)/).all()).toHaveLength(3);
  expect(page.getByText(/6 of 8 seats free|6 de 8 plazas libres/).all()).toHaveLength(3);
  expect(document.querySelectorAll(`a[href="${GROUP_LIVE.link}"]`)).toHaveLength(2);
  await expectAccessible();
});

test('the page of a room without a show leads to the group show of its performer', async () => {
  await show(<OfflineScreen profile={{ ...PROFILE, isLive: true, live: GROUP_LIVE }} />, { user: FAN }, (api) =>
    api.answer('GET /streaming/live', { data: [], total: 0 }),
  );
  await expect.element(page.getByRole('heading', { name: 'Luna Reyes is live now' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Join the group show' })).toHaveAttribute('href', GROUP_LIVE.link);
});

test('nothing is offered where nothing is on stage', async () => {
  await show(<StageNow performer={{ name: 'Luna Reyes', live: { state: 'none' } }} />, { user: FAN });
  await expect.element(page.getByRole('main')).toHaveTextContent('');
  expect(page.getByRole('link').query()).toBeNull();
});

const Shown = () => {
  const { data } = useData('GET /performers/{id}', { params: { id: 'luna' } });
  return <p>{data ? `${data.live.state} ${data.isLive}` : 'loading'}</p>;
};
const STATE = 'GET /streaming/state/{id}';

test('an event of a show changes its performer wherever the page shows them, and reads nothing of others', async () => {
  const { api, socket } = await show(
    <>
      <LiveSync />
      <Shown />
    </>,
    { user: FAN },
    (double) => {
      double.answer('GET /performers/{id}', PROFILE);
      double.answer(STATE, { _id: PROFILE._id, live: GROUP_LIVE });
    },
  );
  await expect.element(page.getByText('none false')).toBeVisible();
  socket.receive('streams/changed', { streamId: null, performerId: FAN._id, state: 'live' });
  socket.receive('streams/changed', { streamId: SHOW_ID, performerId: PROFILE._id, state: 'live' });
  await expect.element(page.getByText('group true')).toBeVisible();
  expect(api.sent(STATE)).toHaveLength(1);
  // Hidden from the viewer meanwhile.
  api.refuse(STATE, 'NOT_FOUND');
  socket.receive('streams/changed', { streamId: SHOW_ID, performerId: PROFILE._id, state: 'live' });
  await expect.element(page.getByText('none false')).toBeVisible();
});
