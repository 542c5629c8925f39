import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHROMIUM, CHROMIUM_FLAGS } from '@stagedoor/server/testing/chromium';
import { PASSWORD } from '@stagedoor/server/testing/factories';
import { type BrowserContext, type Page, chromium } from 'playwright-core';
import { expect } from 'vitest';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A camera and a microphone of the browser's own, which nobody is asked about: a moving picture of 15 frames a second and a beep. */
const CAMERA = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream=fps=15'];

export interface Visit {
  page: Page;
  /** What the console complained of, beyond what a step expects. */
  problems: string[];
  /** Fails when axe finds something on the page as it is. */
  checkAxe(name: string): Promise<void>;
  close(): Promise<void>;
}

export interface VisitOptions {
  width?: number;
  height?: number;
  scheme?: 'light' | 'dark';
  /** What the browser asks for: `en-GB` unless said. */
  locale?: string;
  camera?: boolean;
  /** Sent with every request: what a proxy in front would say. */
  headers?: Record<string, string>;
}

/** Answers of the API that a step provokes on purpose: the browser logs each as an error. */
const EXPECTED = /Failed to load resource: the server responded with a status of (400|402|409|422)/;

/** A performer who has given no show yet: asked for, and told so. */
const NO_SHOW = /\/api\/streaming\/(session|view)\//;

/** Waits until nothing goes from one colour or place to another; what never stands still is looked at as it goes. */
const still = (page: Page): Promise<unknown> =>
  page
    .waitForFunction(
      () =>
        !document
          .getAnimations()
          .some(
            ({ timeline, playState, effect }) =>
              timeline instanceof DocumentTimeline && playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
          ),
      undefined,
      { timeout: 5000 },
    )
    .catch(() => undefined);

/**
 * A person at a browser of their own: a new profile, nothing shared. A console error or a page error fails the
 * journey when `close` is called.
 */
export const visit = async (origin: string, options: VisitOptions = {}): Promise<Visit> => {
  const profile = await mkdtemp(join(tmpdir(), 'stagedoor-browser-'));
  const context: BrowserContext = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    args: [...CHROMIUM_FLAGS, ...(options.camera ? CAMERA : [])],
    baseURL: origin,
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    ...(options.headers ? { extraHTTPHeaders: options.headers } : {}),
    locale: options.locale ?? 'en-GB',
    timezoneId: 'UTC',
    colorScheme: options.scheme ?? 'light',
  });
  // What follows the system is chosen by nobody yet: light is what visitors begin with.
  if (options.scheme === 'dark') await context.addInitScript(() => localStorage.setItem('ui.theme', 'dark'));
  const problems: string[] = [];
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(20_000);
  page.on('console', (message) => {
    const isExpected = EXPECTED.test(message.text()) || (/status of 404/.test(message.text()) && NO_SHOW.test(message.location().url));
    if (message.type() === 'error' && !isExpected) problems.push(`${page.url()}: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
  return {
    page,
    problems,
    async checkAxe(name) {
      await still(page);
      if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
      const violations = await page.evaluate(async () => {
        const axe = (
          globalThis as unknown as {
            axe: {
              run: (
                node: Document,
                options: object,
              ) => Promise<{ violations: { id: string; nodes: { html: string; any: { message: string }[] }[] }[] }>;
            };
          }
        ).axe;
        const found = await axe.run(document, {
          runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
          // Of what passes nothing is told.
          resultTypes: ['violations'],
        });
        return found.violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ''}`).join(' | ')}`,
        );
      });
      expect(violations, `axe on ${name}`).toEqual([]);
    },
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
      expect(problems).toEqual([]);
    },
  };
};

/** Waits until a page has come to life: what is pressed before does nothing. */
export const alive = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const controls = [...document.querySelectorAll('main button, main input')];
    return (
      Object.keys(document).some((key) => key.startsWith('_reactListening')) &&
      controls.every((control) => Object.keys(control).some((key) => key.startsWith('__reactProps')))
    );
  });

/** Opens a page, come to life. */
export const goTo = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await alive(page);
};

/** Says on the sandbox gateway's page what the bank says, and goes with it. */
export const answerAsBank = async (page: Page, answer: string): Promise<void> => {
  await page.waitForURL('**/sandbox/pay/**');
  await page.getByRole('button', { name: answer, exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/sandbox/'));
};

/** Logs in by the form, as somebody the factories made. */
export const logIn = async (page: Page, name: string): Promise<void> => {
  await goTo(page, '/auth/login');
  await page.getByLabel('Username or email').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/'));
};

/** A sheet has an entry of its own in the history; it is closed when that is gone too. */
export const sheetClosed = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(() => document.querySelector('[role=dialog]') === null && !(history.state as { sheet?: number } | null)?.sheet),
    )
    .toBe(true);
