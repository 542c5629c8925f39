import type { Person } from '@stagedoor/server/testing/factories';
import type { TestApp } from '@stagedoor/server/testing/test-app';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Balance of a wallet in hundredths of a token. */
export const walletBalanceOf = async ({ platform }: TestApp, person: Person): Promise<bigint> =>
  (
    await platform.database
      .selectFrom('ledger.accounts')
      .select('balance')
      .where('kind', '=', 'wallet')
      .where('owner_id', '=', person.id)
      .executeTakeFirst()
  )?.balance ?? 0n;

/** Selects an option card: its radio is below or above the visible part. A sheet that slides in is waited for: `force` doesn't. */
export const choose = async (within: Locator, name: string | RegExp): Promise<void> => {
  const radio = within.getByRole('radio', { name });
  await radio.scrollIntoViewIfNeeded();
  await radio.check({ force: true });
};

/** Turns a switch on; as `choose`. */
export const switchOn = async (within: Locator, name: string | RegExp): Promise<void> => {
  const control = within.getByRole('switch', { name });
  await control.scrollIntoViewIfNeeded();
  await control.check({ force: true });
};

const HOUR_MS = 3_600_000;
const STEPS: readonly [name: string, milliseconds: number][] = [
  ['30 days', 30 * 24 * HOUR_MS],
  ['1 week', 7 * 24 * HOUR_MS],
  ['1 day', 24 * HOUR_MS],
  ['1 hour', HOUR_MS],
];

/** Moves the site's clock to an instant or slightly beyond, in the open sheet, and runs what is due by then. */
export const advanceClockTo = async (app: TestApp, page: Page, instant: Date): Promise<void> => {
  const { clock } = app.platform;
  for (let now = clock.now().getTime(); now < instant.getTime(); now = clock.now().getTime()) {
    const left = instant.getTime() - now;
    const [name, step] = STEPS.find(([, milliseconds]) => milliseconds <= left) ?? STEPS.at(-1)!;
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
    await expect.poll(() => clock.now().getTime()).toBe(now + step);
    await app.settle();
  }
};
