import { join } from 'node:path';
import type { Person } from '@stagedoor/server/testing/factories';
import type { TestApp } from '@stagedoor/server/testing/test-app';
import type { Page } from 'playwright-core';
import { type Visit, type VisitOptions, visit } from './browser.ts';

/** A browser in which a person is logged in already. */
export const seatOf = async ({ platform }: TestApp, { client }: Person, options: VisitOptions = {}): Promise<Visit> => {
  const origin = platform.config.publicUrl;
  const seat = await visit(origin, { width: 1440, height: 900, ...options });
  await seat.page.context().addCookies([{ name: 'token', value: client.token!, url: origin }]);
  return seat;
};

/** Axe on the present page of a seat, narrow and wide. */
export const checkBothWidths = async ({ page, checkAxe }: Visit, name: string): Promise<void> => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await checkAxe(`${name}, ${width} px`);
  }
};

/** What a press downloads, kept in a folder under the name it is offered with. @returns its path */
export const saveDownload = async (page: Page, folder: string, press: () => Promise<void>): Promise<string> => {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  return path;
};
