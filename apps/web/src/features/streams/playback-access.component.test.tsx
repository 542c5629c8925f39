import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ApiDouble } from '../../../testing/api-double.ts';
import { FAN, idOf, INSTANT } from '../../../testing/fixtures.ts';
import { sessionOf, SHOW_ID } from '../../../testing/fixtures-shows.ts';
import { show } from '../../../testing/show.tsx';
import { expectToast, pass, stopTimeouts, toasts } from '../../../testing/toasts.ts';
import { usePlaybackAccess } from './use-playback-access.ts';

const JOIN = 'POST /streaming/join/{id}';
const ADDRESS = `https://media.example.com/stagedoor/streams/${SHOW_ID}.m3u8`;

const LIVE = sessionOf({ type: 'public', playback: { format: 'hls', url: ADDRESS, whep: null, signalling: null } });
const answerJoin = (api: ApiDouble, tokenId: string) =>
  api.answer(JOIN, {
    session: LIVE,
    token: { tokenId, streamId: SHOW_ID, type: 'play', expireDate: INSTANT, subscriberId: null },
    iceServers: [],
  });

/** Shows what the hook gives a player. */
const Access = () => {
  const { source, problem, ask } = usePlaybackAccess(SHOW_ID);
  return (
    <>
      <output aria-label="Address">{source ? `${source.playback.url} ${source.token}` : 'none'}</output>
      <output aria-label="Problem">{problem ?? 'none'}</output>
      <output aria-label="Tokens">{source?.tokens ? 'renewed' : 'none'}</output>
      <button type="button" onClick={() => void source?.tokens?.forHls()}>
        Renew
      </button>
      <button type="button" onClick={ask}>
        Ask again
      </button>
    </>
  );
};

const open = (prepare: (api: ApiDouble) => void) => show(<Access />, { user: FAN }, prepare);
const address = page.getByLabelText('Address');
const problem = page.getByLabelText('Problem');
const ask = page.getByRole('button', { name: 'Ask again' });

test('gives a player the address and the token of a show', async () => {
  await open((api) => answerJoin(api, 'token'));
  await expect.element(address).toHaveTextContent(`${ADDRESS} token`);
  await expect.element(problem).toHaveTextContent('none');
});

test.each([
  ['a token is refused', (api: ApiDouble) => api.refuse(JOIN, 'LOCKED'), 'You don’t have access to this yet.'],
  ['the answer has no token', (api: ApiDouble) => answerJoin(api, ''), 'Cannot get stream secure token.'],
])('gives no address when %s, and says why in one toast, however often it is asked for', async (_what, prepare, words) => {
  stopTimeouts();
  const { api } = await open(prepare);
  await expectToast(words, 5000);
  await expect.element(address).toHaveTextContent('none');
  await expect.element(problem).toHaveTextContent(words);
  const before = api.sent(JOIN).length;
  await ask.click();
  await expect.poll(() => api.sent(JOIN).length).toBe(before + 1);
  await expect.element(problem).toHaveTextContent(words);
  await expect.element(address).toHaveTextContent('none');
  expect(toasts()).toEqual([]);
  answerJoin(api, 'token');
  await ask.click();
  await expect.element(address).toHaveTextContent(`${ADDRESS} token`);
  await expect.element(problem).toHaveTextContent('none');
});

test('withdraws the address when a new token is refused', async () => {
  stopTimeouts();
  const { api } = await open((double) => answerJoin(double, 'token'));
  await expect.element(address).toHaveTextContent(`${ADDRESS} token`);
  api.refuse(JOIN, 'LOCKED');
  await ask.click();
  await expectToast('You don’t have access to this yet.', 5000);
  await expect.element(address).toHaveTextContent('none');
});

test.each([
  ['a lost answer', (api: ApiDouble) => api.lose(JOIN), 'Cannot get stream secure token.'],
  ['a fault of the server', (api: ApiDouble) => api.refuse(JOIN, 'INTERNAL'), 'An error occurred, please try again.'],
])('says in one toast that there is no token after %s, and asks again by itself', async (_what, prepare, words) => {
  stopTimeouts();
  const { api } = await open(prepare);
  await expectToast(words, 5000);
  await expect.element(address).toHaveTextContent('none');
  await expect.element(problem).toHaveTextContent('none');
  const before = api.sent(JOIN).length;
  await expect
    .poll(() => {
      pass(1000);
      return api.sent(JOIN).length;
    })
    .toBeGreaterThan(before + 1);
  expect(toasts()).toEqual([]);
  answerJoin(api, 'token');
  await expect
    .poll(() => {
      pass(1000);
      return address.element().textContent;
    })
    .toBe(`${ADDRESS} token`);
});

test('asks again by itself and silently for a show that isn’t on air yet', async () => {
  stopTimeouts();
  const { api } = await open((double) => double.refuse(JOIN, 'LIVE_NOT_ON_AIR'));
  await expect.poll(() => api.sent(JOIN).length).toBeGreaterThan(0);
  await expect.element(address).toHaveTextContent('none');
  answerJoin(api, 'token');
  await expect
    .poll(() => {
      pass(1000);
      return address.element().textContent;
    })
    .toBe(`${ADDRESS} token`);
  expect(toasts()).toEqual([]);
});

const GRANT = idOf(72);
const TOKEN = 'POST /streaming/token';
const soon = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

/** A show on an external media server, with the first token of a seat. */
const answerFromServer = (api: ApiDouble, tokenId: string) =>
  api.answer(JOIN, {
    session: sessionOf({
      type: 'group',
      playback: { format: 'hls', url: ADDRESS, whep: null, signalling: 'wss://media.example.com/stagedoor/websocket' },
    }),
    token: { tokenId, streamId: SHOW_ID, type: 'play', expireDate: soon(10), subscriberId: GRANT },
    iceServers: [],
  });

test('renews the token of a show on an external media server by its subscriber', async () => {
  const { api } = await open((double) => {
    answerFromServer(double, 'token');
    double.answer(TOKEN, { tokenId: 'renewed', streamId: SHOW_ID, type: 'play', expireDate: soon(75), subscriberId: GRANT });
  });
  await expect.element(page.getByLabelText('Tokens')).toHaveTextContent('renewed');
  await page.getByRole('button', { name: 'Renew' }).click();
  await expect.poll(() => api.sent(TOKEN).map(({ body }) => body)).toEqual([{ id: SHOW_ID, type: 'play', subscriberId: GRANT }]);
});

test('renews no token of the site’s own engine', async () => {
  await open((api) => answerJoin(api, 'token'));
  await expect.element(address).toHaveTextContent(`${ADDRESS} token`);
  await expect.element(page.getByLabelText('Tokens')).toHaveTextContent('none');
});

test('asks more slowly for access whose token is refused again and again', async () => {
  stopTimeouts();
  const { api } = await open((double) => answerFromServer(double, 'token'));
  const refuse = async (): Promise<void> => {
    await expect.element(address).toHaveTextContent(`${ADDRESS} token`);
    await ask.click();
  };
  await refuse();
  // The first time may be chance.
  await refuse();
  await expect.element(address).toHaveTextContent('none');
  const before = api.sent(JOIN).length;
  pass(999);
  expect(api.sent(JOIN)).toHaveLength(before);
  pass(1);
  await expect.poll(() => api.sent(JOIN).length).toBe(before + 1);
  await refuse();
  await expect.element(address).toHaveTextContent('none');
  pass(1999);
  expect(api.sent(JOIN)).toHaveLength(before + 1);
  pass(1);
  await expect.element(address).toHaveTextContent(`${ADDRESS} token`);
});
