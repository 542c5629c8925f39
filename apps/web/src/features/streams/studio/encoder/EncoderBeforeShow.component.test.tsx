import type { EncoderAccess } from '@stagedoor/contract/stream-keys';
import type { StreamSession } from '@stagedoor/contract/streams';
import { TEXTS } from '@stagedoor/contract/texts/index';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ApiDouble } from '../../../../../testing/api-double.ts';
import { FAN, INSTANT } from '../../../../../testing/fixtures.ts';
import { CHAT_STATE } from '../../../../../testing/fixtures-chat.ts';
import { SHOW_ID, sessionOf } from '../../../../../testing/fixtures-shows.ts';
import { show } from '../../../../../testing/show.tsx';
import { Studio } from '../Studio.tsx';

const ACCESS: EncoderAccess = {
  key: { createdAt: INSTANT, usedAt: null },
  rtmp: 'rtmp://stage.example.com/live',
  whip: 'https://stage.example.com/media/stagedoor/whip/key',
};
const NO_TIPS = { count: 0, tokens: 0, net: 0, currency: 'USD' };
const SECRET = 'k'.repeat(43);

/** The studio of a performer who chose OBS on this device, with a camera that must not be asked for. */
const open = async (access: EncoderAccess, prepare: (api: ApiDouble) => void = () => undefined) => {
  const camera = vi.spyOn(navigator.mediaDevices, 'getUserMedia');
  onTestFinished(() => camera.mockRestore());
  const shown = await show(<Studio />, { user: { ...FAN, role: 'performer', isPerformer: true }, path: '/model/live' }, (api) => {
    localStorage.setItem('studio.source', 'encoder');
    api.answer('GET /categories/search', { data: [], total: 0 });
    api.answer('GET /streaming/schedule', { data: [], total: 0 });
    api.answer('GET /streaming/shows', { data: [], total: 0, after: null });
    api.answer('GET /streaming/tip-menu/{id}', { acts: [] });
    api.answer('GET /streaming/open', { shows: [] });
    api.answer('GET /streaming/private/available-list', { data: [], total: 0 });
    api.answer('GET /performer/stream-key', access);
    prepare(api);
  });
  return { ...shown, camera };
};
const prepare = page.getByRole('button', { name: TEXTS['encoder.prepare'].en });
const key = page.getByTestId('stream-key');

test('shows the address, and the key only by a press, without asking for a camera', async () => {
  const { camera } = await open(ACCESS, (api) => api.answer('POST /performer/stream-key/reveal', { key: SECRET }));
  await expect.element(page.getByText(ACCESS.rtmp!)).toBeVisible();
  await expect.element(key).not.toMatchTextContent(SECRET);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect.element(key).toMatchTextContent(SECRET);
  await page.getByRole('button', { name: 'Hide', exact: true }).click();
  await expect.element(key).not.toMatchTextContent(SECRET);
  expect(camera).not.toHaveBeenCalled();
});

test('shows WHIP’s address and what to set for it, and keeps the choice', async () => {
  onTestFinished(() => localStorage.removeItem('studio.protocol'));
  await open(ACCESS);
  await expect.element(page.getByText(TEXTS['encoder.value.sound'].en)).toBeVisible();
  await page.getByText(TEXTS['encoder.whip'].en, { exact: true }).click();
  await expect.element(page.getByText(ACCESS.whip!)).toBeVisible();
  await expect.element(page.getByText(TEXTS['encoder.connectWhipText'].en)).toBeVisible();
  await expect.element(page.getByText(TEXTS['encoder.value.soundWhip'].en)).toBeVisible();
  await expect.element(page.getByText(ACCESS.rtmp!)).not.toBeInTheDocument();
  expect(localStorage.getItem('studio.protocol')).toBe('whip');
});

test('shows WHIP where no server takes RTMP', async () => {
  await open({ ...ACCESS, rtmp: null });
  await expect.element(page.getByText(ACCESS.whip!)).toBeVisible();
  await expect.element(prepare).toBeEnabled();
});

test('can’t prepare a show while no server takes programs', async () => {
  await open({ ...ACCESS, rtmp: null, whip: null });
  await expect.element(page.getByText(TEXTS['encoder.noServer'].en)).toBeVisible();
  await expect.element(prepare).toBeDisabled();
});

test('can’t prepare a show before there is a key, and shows the one that is created', async () => {
  const { api } = await open({ ...ACCESS, key: null }, (api) => api.answer('POST /performer/stream-key', { key: SECRET }));
  await expect.element(prepare).toBeDisabled();
  api.answer('GET /performer/stream-key', ACCESS);
  await page.getByRole('button', { name: TEXTS['encoder.createKey'].en }).click();
  await expect.element(key).toMatchTextContent(SECRET);
  await expect.element(prepare).toBeEnabled();
});

test('asks before it replaces the key', async () => {
  const { api } = await open(ACCESS, (double) => double.answer('POST /performer/stream-key', { key: SECRET }));
  await page.getByRole('button', { name: TEXTS['encoder.replaceKey'].en, exact: true }).click();
  await expect.element(page.getByText(TEXTS['encoder.replaceText'].en)).toBeVisible();
  expect(api.sent('POST /performer/stream-key')).toEqual([]);
  await page.getByRole('button', { name: TEXTS['encoder.replaceConfirm'].en }).click();
  await expect.element(key).toMatchTextContent(SECRET);
});

const SIGNAL = {
  width: null,
  height: null,
  framesPerSecond: null,
  bitrate: 900,
  keySeconds: null,
  hasSound: true,
  isSoundOnly: false,
  isReordered: false,
  refused: ['HEVC'],
};
const summaryOf = (session: StreamSession) => ({
  session,
  durationSeconds: 0,
  viewers: 0,
  watchedMinutes: 0,
  messages: 0,
  tips: NO_TIPS,
  minutes: NO_TIPS,
  recording: null,
  endNote: '',
});
const PREPARED = sessionOf({ type: 'public', title: 'Suite', state: 'starting', startedAt: null });

/** Opens the studio of a performer whose next show is this one. */
const openWithShow = (session: StreamSession) =>
  open(ACCESS, (double) => {
    double.answer('POST /streaming/live', {
      session,
      publishing: {
        whip: 'https://media.example.com/whip',
        signalling: null,
        streamId: SHOW_ID,
        token: 'token',
        subscriberId: null,
        iceServers: [],
      },
    });
    double.answer('GET /streaming/view/{id}', session);
    double.answer('GET /messages/conversations/public/{id}', { data: [], total: 0 });
    double.answer('GET /streaming/chat/{id}', CHAT_STATE);
    double.answer('GET /streaming/summary/{id}', summaryOf(session));
    double.answer('GET /performer/encoder', { signal: SIGNAL });
    double.answer('POST /streaming/stop/{id}', summaryOf({ ...session, state: 'ended' }));
  });

test.each([
  ['when OBS connects', false],
  ['by a press, after a rehearsal', true],
])('a prepared show begins %s and waits for the signal', async (_when, byPress) => {
  const { api } = await openWithShow({ ...PREPARED, isRehearsal: byPress });
  await page.getByRole('textbox', { name: 'Title' }).fill('Suite');
  if (byPress) await page.getByText(TEXTS['encoder.beginsByPress'].en).click();
  await prepare.click();
  await expect.element(page.getByText(TEXTS['encoder.waiting'].en)).toBeVisible();
  expect(api.sent('POST /streaming/live').map(({ body }) => body)).toEqual([
    expect.objectContaining({ title: 'Suite', isRehearsal: byPress }),
  ]);
  await expect.element(page.getByText('OBS sends HEVC', { exact: false })).toBeVisible();
});

test('a show from OBS that is stopped at once says so, and not that this browser’s camera is off', async () => {
  await openWithShow(PREPARED);
  await page.getByRole('textbox', { name: 'Title' }).fill('Suite');
  await prepare.click();
  await page.getByRole('button', { name: TEXTS['studio.stopAtOnce'].en }).click();
  await expect.element(page.getByText(TEXTS['encoder.stopped'].en)).toBeVisible();
  await expect.element(page.getByText(TEXTS['studio.stopped'].en)).not.toBeInTheDocument();
});
