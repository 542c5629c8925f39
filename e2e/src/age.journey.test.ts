import { createInitialContent } from '@stagedoor/server/modules/site/index';
import { type AgeProviderDouble, startAgeProvider } from '@stagedoor/server/testing/age-provider-double';
import { type Person, createAdmin, createFan, createPerformer } from '@stagedoor/server/testing/factories';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Visit, goTo, logIn, navigate, visit } from './browser.ts';

// Age checks in a country that verifies ages, at a provider with a page of its own: a visitor, and an account.

/** Addresses in France and in the United States, by the bundled database. */
const [FRANCE, STATES] = ['90.84.0.1', '8.8.8.8'];

let app: TestApp;
let provider: AgeProviderDouble;
let admin: Person;
let star: Person;
beforeAll(async () => {
  app = await createTestApp({ web: true, environment: { TRUST_PROXY: '1' } });
  provider = await startAgeProvider();
  await createInitialContent(app.platform);
  admin = await createAdmin(app);
  star = await createPerformer(app, { admin });
  await admin.client.call('PUT /admin/age-provider', { body: provider.entry() });
  await admin.client.call('PUT /admin/settings', { body: { values: { ageRules: { FR: 'verify' } } } });
});
afterAll(async () => {
  await provider.close();
  await app.close();
});

const open = (ip: string): Promise<Visit> => visit(app.platform.config.publicUrl, { headers: { 'x-forwarded-for': ip } });
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const heading = (page: Page): Locator => page.getByRole('heading', { name: `Star ${star.username}` });

/** The paths that a page requests, those of later included. */
const requestsOf = async (page: Page, path: string): Promise<ReadonlySet<string>> => {
  const requested = new Set<string>();
  // Goes on listening: what the page loads late belongs to it, too.
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/socket.io/')) requested.add(`${request.method()} ${pathname}`);
  });
  await navigate(page, path);
  await heading(page).waitFor();
  await page.waitForLoadState('networkidle');
  return requested;
};

test('a visitor verifies their age at the provider, and is on the same page again; another browser stays out', async () => {
  const [visitor, other, abroad] = [await open(FRANCE), await open(FRANCE), await open(STATES)];
  const { page } = visitor;
  const path = `/${star.username}`;
  const ungated = await requestsOf(abroad.page, path);

  expect(await navigate(page, path)).toBe(403);
  await page.getByText('Proof of Age Ltd (127.0.0.1').waitFor();
  await visitor.checkAxe('the gate of a country that verifies ages');
  expect(await page.content()).not.toContain(`Star ${star.username}`);
  expect(await navigate(page, '/page/terms')).toBe(200);
  await goTo(page, path);

  // Not of age, by the provider: back at the gate, which says so.
  await button(page, 'Verify my age').click();
  await button(page, 'I am younger').click();
  await page.getByText('The check didn’t confirm that you’re 18 or older.').waitFor();
  await button(page, 'Try again').click();
  await button(page, 'I am of age').click();
  await heading(page).waitFor();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(path);

  // Whose age is assured, requests nothing that a visitor without a gate doesn't.
  const before = provider.requests.length;
  const assured = await requestsOf(page, path);
  expect([assured.size > 5, [...assured].filter((request) => !ungated.has(request))]).toEqual([true, []]);
  expect(await navigate(page, '/discover')).toBe(200);
  expect(provider.requests).toHaveLength(before);

  expect(await navigate(other.page, path)).toBe(403);
  for (const one of [visitor, other]) one.expectErrors(/status of 403/);
});

test('an account meets the gate after its log-in, reaches its data and subscriptions, and passes by a check of its own', async () => {
  const fan = await createFan(app);
  const visitor = await open(FRANCE);
  const { page } = visitor;
  await logIn(page, fan.username);
  await page.getByRole('heading', { name: 'Verify your age' }).waitFor();
  await page.getByRole('link', { name: 'Cancel a subscription' }).click();
  await page.waitForURL('**/subscriptions');
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  expect(await navigate(page, '/account')).toBe(200);
  await page.getByText('Not verified').waitFor();
  await visitor.checkAxe('the account page behind the gate');
  await page.getByRole('region', { name: 'Age' }).getByRole('button', { name: 'Verify' }).click();
  await button(page, 'I am of age').click();
  await page.waitForURL('**/account');
  await page.getByText(/by Proof of Age Ltd/).waitFor();
  expect(await navigate(page, `/${star.username}`)).toBe(200);
  visitor.expectErrors(/status of 403/);
});
