import type { Person } from '@stagedoor/server/testing/factories';
import type { TestApp } from '@stagedoor/server/testing/test-app';
import type { Page } from 'playwright-core';
import { type Visit, visit } from './browser.ts';

// The page of a private conversation, for the journeys through it.

/** A browser with the session of somebody. */
export const enter = async (app: TestApp, person: Person, options: Parameters<typeof visit>[1] = {}): Promise<Visit> => {
  const origin = app.platform.config.publicUrl;
  const visitor = await visit(origin, options);
  await visitor.page.context().addCookies([{ name: 'token', value: person.client.token!, url: origin }]);
  return visitor;
};
export const fieldOf = (page: Page) => page.getByRole('textbox', { name: /^Message / });
export const say = async (page: Page, text: string): Promise<void> => {
  await fieldOf(page).fill(text);
  await fieldOf(page).press('Enter');
};
export const log = (page: Page) => page.getByRole('log');
