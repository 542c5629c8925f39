import type { Person } from '@stagedoor/server/testing/factories';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Visit, logIn, visit } from './browser.ts';
import { walkByKeyboard } from './keyboard.ts';
import { type Screens, VISITORS, createScreens, settled } from './screens.ts';

// Every screen of the site, as every role that may open it: axe in both themes, on a desktop and on a phone; no horizontal
// overflow on a phone; every control reachable by keyboard with a visible focus; no console errors. The pages come from the route table,
// so that none can be forgotten.

let screens: Screens;
beforeAll(async () => {
  screens = await createScreens();
});
afterAll(() => screens.app.close());

const look = async (visitor: Visit, address: string, name: string): Promise<void> => {
  const { page } = visitor;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(address);
  await settled(page);
  await visitor.checkAxe(`${name}, light, desktop`);
  await walkByKeyboard(page, name);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await settled(page);
  await visitor.checkAxe(`${name}, dark, phone`);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect({ name, width }).toEqual({ name, width: 360 });
};

describe.each(VISITORS)('%s', (kind) => {
  test('every screen', { timeout: 1_200_000 }, async () => {
    const person: Person | null = screens.people[kind];
    const pages = await screens.screensOf(kind);
    expect(pages.length).toBeGreaterThan(0);
    const lookAtAll = async (): Promise<void> => {
      const visitor = await visit(screens.app.platform.config.publicUrl);
      if (person) await logIn(visitor.page, person.username);
      for (let next = pages.shift(); next; next = pages.shift()) await look(visitor, next.address, `${next.name} as ${kind}`);
      // Error pages answer with their status; the browser logs that.
      visitor.expectErrors(/^\S+\/(?:404|error(?:\/404)?): Failed to load resource: .* \S+\/(?:404|error(?:\/404)?)$/);
      await visitor.close();
    };
    // One page is checked while the other loads.
    await Promise.all([lookAtAll(), lookAtAll()]);
  });
});
