import { verifyLedger } from '@stagedoor/server/ledger/verify';
import { createInitialGifts } from '@stagedoor/server/modules/gifts/index';
import { createInitialPackages } from '@stagedoor/server/modules/wallet/index';
import { type Person, createAdmin, createFan, createFeed, createPerformer, PASSWORD, topUp } from '@stagedoor/server/testing/factories';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo, sheetClosed, submitBankAnswer, visit } from './browser.ts';
import { choose, walletBalanceOf } from './money.ts';

// A fan gives tips and gifts, in Spanish.

let app: TestApp;
let star: Person;
beforeAll(async () => {
  app = await createTestApp({ web: true });
  await createInitialGifts(app.platform);
  await createInitialPackages(app.platform);
  star = await createPerformer(app, { admin: await createAdmin(app) });
});
afterAll(() => app.close());

/** Records animations over the page from now on: one may be gone before a slow machine looks. */
const watchBursts = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const noted: string[] = [];
    Object.assign(window, { noted });
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof HTMLElement)) continue;
        const burst = node.matches('[data-testid=gift-burst]') ? node : node.querySelector('[data-testid=gift-burst]');
        if (burst) noted.push(`${burst.querySelector('img')?.getAttribute('src') ?? ''} ${burst.textContent}`);
      }
    }).observe(document.body, { childList: true, subtree: true });
  });
const bursts = (page: Page): Promise<string[]> => page.evaluate(() => (window as unknown as { noted: string[] }).noted);

test('in Spanish: a tip and gifts, again and again, on a profile and, after a top-up by card, on a post', async () => {
  const fan = await createFan(app);
  await topUp(app, fan, 20);
  const feed = await createFeed(star, { text: 'From the hall.' });
  const seat = await visit(app.platform.config.publicUrl, { width: 768, height: 1024, locale: 'es-ES' });
  const { page } = seat;
  const sheet = page.getByRole('dialog');
  await goTo(page, '/auth/login');
  await page.getByLabel('Usuario o correo').fill(fan.username);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Iniciar sesión', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/');

  await goTo(page, `/${star.username}`);
  await page.getByRole('button', { name: 'Propina', exact: true }).click();
  await choose(sheet, /^2\b/);
  await sheet.getByLabel(/Añade un mensaje/).fill('Brava');
  await seat.checkAxe('a tip, in Spanish');
  await sheet.getByRole('button', { name: /^Enviar propina.*2,00/ }).click();
  await sheetClosed(page);
  await expect.poll(() => walletBalanceOf(app, fan)).toBe(1800n);

  // Three at once, and the same again: two orders, one combo.
  await watchBursts(page);
  await page.getByRole('button', { name: 'Regalo', exact: true }).click();
  await choose(sheet, /^Rose/);
  await choose(sheet, '×3');
  await seat.checkAxe('a gift, in Spanish');
  await sheet.getByRole('button', { name: /^Enviar.*3,00/ }).click();
  await page.getByRole('button', { name: /^Enviar otra vez.*3,00/ }).click();
  await expect.poll(() => walletBalanceOf(app, fan)).toBe(1200n);
  const first = `Fan`;
  await expect.poll(() => bursts(page)).toEqual([`/gifts/rose.svg ${first}×3`, `/gifts/rose.svg ${first}×6`]);

  // On a post, with a message, more than the wallet holds: the card tops it up, and the gift is one press away again.
  await goTo(page, `/feeds/${feed}`);
  await watchBursts(page);
  await page.getByRole('button', { name: 'Regalo', exact: true }).click();
  await choose(sheet, /^Encore/);
  await sheet.getByLabel(/Añade un mensaje/).fill('Otra, otra');
  await sheet.getByRole('button', { name: /^Recargar/ }).click();
  await sheet.getByRole('button', { name: /^Comprar 10 tokens/ }).click();
  await submitBankAnswer(page, 'Aprobar');
  await sheet.getByRole('button', { name: /^Enviar.*15,00/ }).waitFor();
  await expect.poll(() => sheet.getByLabel(/Añade un mensaje/).inputValue()).toBe('Otra, otra');
  await watchBursts(page);
  await sheet.getByRole('button', { name: /^Enviar.*15,00/ }).click();
  await expect.poll(() => bursts(page)).toEqual([`/gifts/encore.svg ${first}`]);
  await seat.checkAxe('a gift that flies');

  const given = await app.platform.database
    .selectFrom('orders')
    .select(['kind', 'state', 'tokens_amount', 'item_kind', 'detail'])
    .where('buyer_id', '=', fan.id)
    .where('kind', '!=', 'topUp')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const roses = { kind: 'gift', state: 'paid', tokens_amount: 300n, item_kind: 'gift', detail: { name: 'Rose', quantity: 3 } };
  expect(given).toMatchObject([
    { kind: 'tip', state: 'paid', tokens_amount: 200n, detail: { message: 'Brava' } },
    roses,
    roses,
    { kind: 'gift', state: 'paid', tokens_amount: 1500n, item_kind: 'feed', detail: { name: 'Encore', message: 'Otra, otra' } },
  ]);
  await expect.poll(() => walletBalanceOf(app, fan)).toBe(700n);
  await seat.close();

  const { checks } = await verifyLedger(app.platform.database);
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
});
