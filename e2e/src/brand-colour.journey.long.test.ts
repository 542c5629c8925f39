import { brandTones } from '@stagedoor/contract/brand-colours';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { logIn, visit } from './browser.ts';
import { type Screens, VISITORS, createScreens, settled } from './screens.ts';

// Hydration and lazily loaded chunks append style sheets: the owner's colour must win on every page, wherever they land.

const COLOUR = '#3366ff';
const TONES = brandTones(COLOUR)!;

let screens: Screens;
beforeAll(async () => {
  screens = await createScreens();
  await screens.people.admin!.client.call('PUT /admin/settings', { body: { values: { brandColor: COLOUR } } });
});
afterAll(() => screens.app.close());

/** The accent of the document, and of what is dark in both themes. */
const readAccent = (page: Page, theme: 'light' | 'dark') =>
  page.evaluate((chosen) => {
    document.documentElement.setAttribute('data-theme', chosen);
    const accentOf = (element: Element) => getComputedStyle(element).getPropertyValue('--spot').trim();
    return {
      document: accentOf(document.documentElement),
      // Rooms are dark in both themes.
      dark: [...new Set([...document.querySelectorAll('[data-theme=dark]')].map(accentOf))],
    };
  }, theme);

describe.each(VISITORS)('%s', (kind) => {
  test('sees the owner’s colour on every page after hydration, in both themes', { timeout: 600_000 }, async () => {
    const person = screens.people[kind];
    const { page, expectErrors } = await visit(screens.app.platform.config.publicUrl);
    if (person) await logIn(page, person.username);
    const pages = await screens.screensOf(kind);
    expect(pages.length).toBeGreaterThan(0);
    const wrong: unknown[] = [];
    for (const { name, address } of pages) {
      await page.goto(address);
      await settled(page);
      for (const theme of ['light', 'dark'] as const) {
        const accents = await readAccent(page, theme);
        const isRight = accents.document === TONES[theme]['spot'] && accents.dark.every((accent) => accent === TONES.dark['spot']);
        if (!isRight) wrong.push({ name, theme, accents });
      }
    }
    expect(wrong).toEqual([]);
    // Error pages answer with their status; the browser logs that.
    expectErrors(/^\S+\/(?:404|error(?:\/404)?): Failed to load resource: .* \S+\/(?:404|error(?:\/404)?)$/);
  });
});
