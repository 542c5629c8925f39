import { mkdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { logIn, visit } from './browser.ts';
import { fillEverything, lengthenWords, overlongWords } from './long-words.ts';
import { type Screen, type Screens, VISITORS, type Visitor, createScreens, settled } from './screens.ts';

// A word of eighty letters in every text that people write, on every screen of a small phone and of a desktop.

let screens: Screens;
/** The screens of each visitor: `screensOf` names each screen once. */
const screensOf = new Map<Visitor, Screen[]>();
beforeAll(async () => {
  screens = await createScreens();
  await fillEverything(screens);
  await lengthenWords(screens);
  for (const kind of VISITORS) screensOf.set(kind, await screens.screensOf(kind));
});
afterAll(() => screens.app.close());

const SHOTS = process.env['LONG_WORDS_SHOTS'];

const WINDOWS = { phone: { width: 360, height: 740 }, desktop: { width: 1440, height: 900 } };

describe.each(VISITORS.flatMap((kind) => (['phone', 'desktop'] as const).map((device) => ({ kind, device }))))(
  '$kind, $device',
  ({ kind, device }) => {
    test('no screen is wider than its window, and no word leaves its part of it or is cut without an ellipsis', {
      timeout: 600_000,
    }, async () => {
      const person = screens.people[kind];
      const pages = [...screensOf.get(kind)!];
      expect(pages.length).toBeGreaterThan(0);
      const faults: Record<string, string[]> = {};
      if (SHOTS) await mkdir(SHOTS, { recursive: true });
      const lookAtAll = async (): Promise<void> => {
        const visitor = await visit(screens.app.platform.config.publicUrl, WINDOWS[device]);
        if (person) await logIn(visitor.page, person.username);
        for (let next = pages.shift(); next; next = pages.shift()) {
          await visitor.page.goto(next.address);
          await settled(visitor.page);
          // A sheet of styles may arrive after the words.
          await vi
            .waitUntil(async () => (await overlongWords(visitor.page)).length === 0, { timeout: 5000, interval: 100 })
            .catch(async () => (faults[next.name] = await overlongWords(visitor.page)));
          if (SHOTS)
            await visitor.page.screenshot({ path: `${SHOTS}/${kind.replace(' ', '-')}-${next.name}-${device}.png`, fullPage: true });
        }
        visitor.expectErrors(/^\S+\/(?:404|error(?:\/404)?): Failed to load resource: .* \S+\/(?:404|error(?:\/404)?)$/);
        await visitor.close();
      };
      await Promise.all([lookAtAll(), lookAtAll()]);
      expect(faults).toEqual({});
    });
  },
);
