import type { AdminMediaServer, MediaServerCheck } from '@stagedoor/contract/admin-media-server';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { APPEARANCES } from '../../../../testing/appearances.ts';
import { expectAccessible } from '../../../../testing/axe.ts';
import { FAN, INSTANT } from '../../../../testing/fixtures.ts';
import { show, type ShowOptions } from '../../../../testing/show.tsx';
import MediaServer from '../../../routes/admin/media-server.tsx';

const READ = 'GET /admin/media-server';
const SAVE = 'PUT /admin/media-server';
const TEST = 'POST /admin/media-server/test';

const SERVER: AdminMediaServer = {
  address: 'https://media.example.com:5443',
  tokens: 'jwt',
  hasRestKey: true,
  hasStreamKey: true,
  enteredAt: INSTANT,
  appName: 'stagedoor',
  hooks: {
    events: 'https://stage.example/hooks/live/secret/events',
    publish: 'https://stage.example/hooks/live/secret/publish',
    play: 'https://stage.example/hooks/live/secret/play',
  },
  kinds: ['public', 'group'],
  openShows: 2,
};
const FAILED: MediaServerCheck[] = [
  { subject: 'address', state: 'ok', problem: null, found: '' },
  { subject: 'rest', state: 'failed', problem: 'mediaServerKey', found: 'HTTP 403' },
  { subject: 'version', state: 'untested', problem: null, found: '' },
];
const PASSED: MediaServerCheck[] = [
  { subject: 'address', state: 'ok', problem: null, found: '' },
  { subject: 'version', state: 'ok', problem: null, found: '3.0.1' },
];

const open = (server: AdminMediaServer = SERVER, options: ShowOptions = {}) =>
  show(
    <MediaServer />,
    { user: { ...FAN, role: 'admin', permissions: ['settings'] }, path: '/admin/settings/media-server', ...options },
    (api) => {
      api.answer(READ, server);
      api.answer(TEST, { passes: false, checks: FAILED });
      api.answer(SAVE, { checks: PASSED });
    },
  );
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

test('a test says of each check what to do, and becomes stale with the entries', async () => {
  const { api } = await open();
  await page.getByLabelText('REST key').fill('wrong');
  await press('Test');
  await expect.element(page.getByText('1 check fails.')).toBeVisible();
  await expect.element(page.getByText(/The server refuses this site’s calls \(HTTP 403\)\./)).toBeVisible();
  await expect.element(page.getByText('Version: not tested')).toBeVisible();
  expect(api.sent(TEST).map(({ body }) => body)).toEqual([{ address: SERVER.address, restKey: 'wrong', streamKey: '', tokens: 'jwt' }]);
  await page.getByLabelText('REST key').fill('right');
  await expect.element(page.getByText('The entries have changed since the test. Test again.')).toBeVisible();
  await expect.element(page.getByText(/HTTP 403/)).not.toBeInTheDocument();
  api.answer(TEST, { passes: true, checks: PASSED });
  await press('Test');
  await expect.element(page.getByText('The server passes every check.')).toBeVisible();
  await expect.element(page.getByText('Version: works (3.0.1)')).toBeVisible();
});

test('a server that fails isn’t saved, and keys are typed once', async () => {
  const { api } = await open();
  api.refuse(SAVE, 'MEDIA_SERVER_FAILED', { checks: FAILED });
  await page.getByLabelText('REST key').fill('wrong');
  await press('Save');
  await expect.element(page.getByRole('alert')).toHaveTextContent('The server didn’t pass the test, so nothing was saved.');
  await expect.element(page.getByText(/REST key and application: fails/)).toBeVisible();
  await expect.element(page.getByLabelText('REST key')).toHaveValue('wrong');
  api.answer(SAVE, { checks: PASSED });
  await page.getByLabelText('REST key').fill('right');
  await press('Save');
  await expect.element(page.getByText('The server passes every check.')).toBeVisible();
  await expect.element(page.getByLabelText('REST key')).toHaveValue('');
});

test('the shows of the server and the addresses to enter there are shown', async () => {
  await open();
  await expect.element(page.getByText(/On this server: public shows and group shows\. 2 shows are running there\./)).toBeVisible();
  await expect.element(page.getByText(SERVER.hooks.publish)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Copy webhookAuthenticateURL' })).toBeVisible();
});

test('a site without a server says that its shows run here', async () => {
  await open({ ...SERVER, address: null, enteredAt: null, kinds: [], openShows: 0, hasRestKey: false, hasStreamKey: false });
  await expect.element(page.getByText('All shows run on this site.')).toBeVisible();
  await expect.element(page.getByText('Not set up')).toBeVisible();
});

test.each(APPEARANCES)('is accessible in $locale, $direction, $theme', async (appearance) => {
  await open(SERVER, appearance);
  await expectAccessible();
});
