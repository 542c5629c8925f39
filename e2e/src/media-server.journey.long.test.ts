import { REST_KEY, STREAM_KEY, startMediaServer } from '@stagedoor/server/live/testing/media-server-site';
import { type Person, createAdmin } from '@stagedoor/server/testing/factories';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { goTo, logIn, told, visit } from './browser.ts';

// The owner connects an Ant Media Server, which is a double, and public shows begin there.

let app: TestApp;
let owner: Person;
beforeAll(async () => {
  app = await createTestApp({ web: true });
  owner = await createAdmin(app);
});
afterAll(() => app.close());

test('a media server is entered with a wrong key, corrected, saved and chosen for public shows', async () => {
  const double = await startMediaServer(app);
  onTestFinished(() => double.close());
  const { page } = await visit(app.platform.config.publicUrl, { width: 390, height: 844 });
  await logIn(page, owner.username);

  // Without a server, shows can't be moved to one.
  await goTo(page, '/admin/settings?group=live');
  const broadcast = page.getByRole('combobox', { name: 'Public shows run on' });
  await broadcast.selectOption('Ant Media Server');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText(/Enter an Ant Media Server first/).waitFor();
  expect(app.platform.settings.get('engineForBroadcast')).toBe('builtIn');
  await page.getByRole('button', { name: 'Discard' }).click();

  await page.getByRole('link', { name: 'Set up the media server' }).click();
  await page.getByText('All shows run on this site.').waitFor();
  await page.getByLabel('Address').fill(double.url);
  await page.getByLabel('REST key').fill('a-wrong-key');
  await page.getByLabel('Stream key').fill(STREAM_KEY);
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByText(/The server refuses this site’s calls \(HTTP 403\)/).waitFor();

  await page.getByLabel('REST key').fill(REST_KEY);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await told(page, 'Saved. New shows use this server.');
  await page.getByText('The server passes every check.').waitFor();
  expect(await page.getByLabel('REST key').inputValue()).toBe('');
  const rows = await app.platform.database.selectFrom('media_servers').select(['address', 'tokens']).execute();
  expect(rows).toEqual([{ address: double.url, tokens: 'jwt' }]);

  await page.getByRole('link', { name: 'Choose the shows' }).click();
  await broadcast.selectOption('Ant Media Server');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await told(page, 'Saved. It applies everywhere now.');
  expect(app.platform.settings.get('engineForBroadcast')).toBe('antMedia');
  await page.getByRole('link', { name: 'Set up the media server' }).click();
  await page.getByText('On this server: public shows.').waitFor();
});
