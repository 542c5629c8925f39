import { type Person, createAdmin, createFan, createPerformer, topUp } from '@stagedoor/server/testing/factories';
import { beginGroupShow } from '@stagedoor/server/testing/paid-show-fixtures';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import { createShow, createTestNode } from '@stagedoor/server/testing/test-node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo, logIn, visit } from './browser.ts';

// Every page tells alike who is on stage, while shows begin and end. A node reports media that nobody sends.

let app: TestApp;
let star: Person;
let fan: Person;
beforeAll(async () => {
  app = await createTestApp({ web: true });
  const admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
  fan = await createFan(app);
  await topUp(app, fan, 50);
  await admin.client.call('POST /admin/promos', {
    body: {
      title: { en: 'Live this week' },
      text: {},
      button: { en: 'See the profile' },
      link: `/${star.username}`,
      audience: 'everyone',
      isActive: true,
      startsAt: null,
      endsAt: null,
    },
  });
});
afterAll(() => app.close());

const open = async () => visit(app.platform.config.publicUrl, { width: 1440, height: 900, scheme: 'dark' });

test('a group show appears on home, among live shows, on discover and the profile with rate and seats, and its end leads on', async () => {
  const node = createTestNode(app);
  const { page, checkAxe, expectErrors } = await open();
  // There is no media server: a node only says that there is a picture.
  expectErrors(/media\.test/);
  await logIn(page, fan.username);
  await goTo(page, '/');
  await page.getByRole('heading', { name: 'Live this week' }).waitFor();

  // Home was open when the show begins.
  const { streamId } = await beginGroupShow(star, { node, seats: 4, price: 3 });
  await app.settle();
  const onStage = page.getByRole('region', { name: 'On stage now' });
  const card = onStage.getByRole('link', { name: /Four blues/ });
  await card.waitFor();
  expect(await card.textContent()).toMatch(/4 of 4 seats free.*3 tokens \(\$3\.00\) a minute/);
  // The promo would say the same again.
  await page.getByText('Live this week').waitFor({ state: 'detached' });
  await checkAxe('home with a group show');

  await goTo(page, '/live');
  const listed = page.getByRole('main').getByRole('link', { name: /Four blues/ });
  expect(await listed.getAttribute('href')).toBe(`/live/group/${streamId}`);
  expect(await listed.textContent()).toMatch(/4 of 4 seats free.*3 tokens \(\$3\.00\) a minute/);
  await checkAxe('live shows with a group show');

  await goTo(page, '/discover');
  await page.getByRole('heading', { name: /is live now$/ }).waitFor();
  const found = page
    .getByRole('main')
    .getByRole('link', { name: /a minute/ })
    .first();
  expect(await found.textContent()).toMatch(/LIVE.*3 tokens \(\$3\.00\) a minute · 4 of 4 seats free/);

  await goTo(page, `/${star.username}`);
  const band = page.getByRole('link', { name: /Join the group show/ }).first();
  expect(await band.textContent()).toMatch(/4 of 4 seats free.*Four blues.*3 tokens \(\$3\.00\) a minute/);
  await band.click();
  await page.getByText('0 of 4 taken').waitFor();

  // It ends while the fan looks at what a seat costs.
  await star.client.call('POST /streaming/end/{id}', { params: { id: streamId } });
  await app.settle();
  await page.getByRole('heading', { name: 'The show has ended' }).waitFor();
  await page.getByText('The show ended. Nothing was charged.').waitFor();
  await checkAxe('a group show that ended');
  const { streamId: next } = await createShow(star, { node, title: 'Encore' });
  await app.settle();
  await page.getByRole('link', { name: 'Watch', exact: true }).click();
  await page.waitForURL(`**/live/${star.username}`);
  await page.getByRole('heading', { name: 'Encore' }).waitFor();

  // A sheet that is open when the show ends says so, and the room leads on.
  await page.getByRole('button', { name: 'Gift', exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await star.client.call('POST /streaming/end/{id}', { params: { id: next } });
  await app.settle();
  await page.getByRole('dialog').getByText('The show ended. Nothing was charged.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('heading', { name: 'The show has ended' }).waitFor();
  const { streamId: last } = await beginGroupShow(star, { node, seats: 4, price: 3 });
  await app.settle();
  await page.getByRole('link', { name: 'Join the group show' }).click();
  await page.waitForURL(`**/live/group/${last}`);
  await star.client.call('POST /streaming/end/{id}', { params: { id: last } });
  expect((await fan.client.call('GET /users/me')).balance).toBe(50);
});
