import { TEXTS } from '@stagedoor/contract/texts/index';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ApiDouble } from '../../../../testing/api-double.ts';
import { FAN } from '../../../../testing/fixtures.ts';
import { SHOW_ID, sessionOf } from '../../../../testing/fixtures-shows.ts';
import { show, type ShowOptions } from '../../../../testing/show.tsx';
import { BeforeShow, type Begun } from './BeforeShow.tsx';
import type { Camera } from './use-camera.ts';

const BEGIN = 'POST /streaming/live';
const BEGUN: Begun = {
  session: sessionOf({ type: 'public', title: 'Rehearsal' }),
  publishing: {
    whip: 'https://media.example.com/whip',
    signalling: null,
    streamId: SHOW_ID,
    token: 'token',
    subscriberId: null,
    iceServers: [],
  },
};

/** A camera that shows a canvas. */
const cameraOf = (): Camera => {
  const stream = document.createElement('canvas').captureStream(1);
  onTestFinished(() => {
    for (const track of stream.getTracks()) track.stop();
  });
  return {
    state: 'ready',
    stream,
    picture: stream.getVideoTracks()[0]!,
    sound: null,
    devices: stream,
    isScreen: false,
    cameras: [],
    microphones: [],
    choice: { camera: '', microphone: '', quality: '720p30' },
    choose: () => undefined,
    askAgain: () => undefined,
    flip: () => Promise.resolve(true),
    share: () => Promise.resolve(true),
    unshare: () => undefined,
    close: () => undefined,
  };
};

const open = async (prepare: (api: ApiDouble) => void, options: ShowOptions = {}) => {
  const onBegun = vi.fn<(begun: Begun) => void>();
  const camera = cameraOf();
  const shown = await show(
    <BeforeShow camera={camera} source="camera" onSource={() => undefined} waiting={null} requests={null} onBegun={onBegun} />,
    { user: { ...FAN, role: 'performer', isPerformer: true }, path: '/model/live', ...options },
    (api) => {
      api.answer('GET /categories/search', { data: [], total: 0 });
      prepare(api);
    },
  );
  return { ...shown, onBegun };
};
const start = page.getByRole('button', { name: 'Start the show' });
const begin = async (): Promise<void> => {
  await page.getByRole('textbox', { name: 'Title' }).fill('Rehearsal');
  await start.click();
};

test('goes on air with the token that the server gave', async () => {
  const { api, onBegun } = await open((double) => double.answer(BEGIN, BEGUN));
  const release = api.hold(BEGIN);
  await begin();
  await expect.element(start).toBeDisabled();
  expect(onBegun).not.toHaveBeenCalled();
  release();
  await expect.poll(() => onBegun.mock.calls).toEqual([[BEGUN]]);
  expect(api.sent(BEGIN).map(({ body }) => body)).toEqual([expect.objectContaining({ title: 'Rehearsal', isRehearsal: false })]);
});

test.each([
  ['a refusal', (api: ApiDouble) => api.refuse(BEGIN, 'LIVE_BUSY'), TEXTS['errors.LIVE_BUSY'].en],
  ['a lost answer', (api: ApiDouble) => api.lose(BEGIN), 'You are offline'],
])('doesn’t go on air without a token after %s, and says why', async (_what, prepare, words) => {
  const { onBegun } = await open(prepare);
  await begin();
  await expect.element(page.getByRole('alert')).toMatchTextContent(words);
  await expect.element(start).toBeEnabled();
  expect(onBegun).not.toHaveBeenCalled();
});

test('offers the network check where public shows run on this site', async () => {
  await open(() => undefined);
  await expect.element(page.getByRole('button', { name: 'Check the network' })).toBeVisible();
});

test('offers no network check where a media server carries public shows', async () => {
  await open(() => undefined, { settings: { engineForBroadcast: 'antMedia' } });
  await expect.element(start).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Check the network' })).not.toBeInTheDocument();
});
