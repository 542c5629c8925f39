import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { CHROMIUM, CHROMIUM_FLAGS } from '@stagedoor/server/testing/chromium';
import { PASSWORD } from '@stagedoor/server/testing/factories';
import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { keepEvidence, record } from './evidence.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Chromium's fake cameras and microphone, without a permission prompt: test patterns at 15 frames per second and a beep. Of three cameras the
 * second is one of depth, which a connection can't send.
 */
const CAMERA = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream=device-count=3,fps=15'];

/** One browser for all files of a worker process; it ends with the process. */
let browser: Promise<Browser> | undefined;
const openBrowser = async (): Promise<Browser> => {
  browser ??= chromium.launch({ executablePath: CHROMIUM, args: [...CHROMIUM_FLAGS, ...CAMERA] });
  const open = await browser;
  if (open.isConnected()) return open;
  // A browser that crashed fails the journey in which it happened, not those after it.
  browser = undefined;
  return openBrowser();
};

export interface Visit {
  page: Page;
  /** Console errors and page errors so far, expected ones too; none of those that every journey may meet. */
  problems: readonly string[];
  /** Tolerates errors that match, earlier and later ones: a browser may log an error long after what caused it. */
  expectErrors(pattern: RegExp): void;
  /** Fails when axe finds a violation on the current page. */
  checkAxe(name: string): Promise<void>;
  close(): Promise<void>;
}

export interface VisitOptions {
  width?: number;
  height?: number;
  scheme?: 'light' | 'dark';
  /** The browser's language: `en-GB` by default. */
  locale?: string;
  /** Headers sent with every request, as a proxy would add. */
  headers?: Record<string, string>;
}

const PHONE: VisitOptions = { width: 390, height: 844, scheme: 'dark' };

/** Who sits where, for `describe.each`: what both do is walked at a desk in the light theme and on a phone in the dark one. */
export const WAYS: readonly { way: string; nr: number; performerAt: VisitOptions; fanAt: VisitOptions }[] = [
  { way: 'a performer at a desk, a fan with a phone', nr: 1, performerAt: {}, fanAt: PHONE },
  { way: 'a performer with a phone, a fan at a desk', nr: 2, performerAt: PHONE, fanAt: {} },
];

/** Expected API error responses: the browser logs each as an error. */
const EXPECTED = /Failed to load resource: the server responded with a status of (400|402|409|422)/;

/** A fan who may not write to a performer yet. */
const MAY_NOT_WRITE = /\/api\/conversations\?/;

/** A performer without any show yet: the request answers 404. */
const NO_SHOW = /\/api\/streaming\/(session|view|group-chat)\//;

/** Who is out of a show: the next request of a player that is still there is refused. */
const OUT_OF_SHOW = /\/media\/[^/]+\/(?:streams|whep)\//;

/** A busy machine's live process may answer "try again": the publisher and the player do, and a journey goes on only once they are live. */
const LIVE_TRY_AGAIN = /\/media\/[^/]+\/wh[ie]p\//;

/** In a page: keeps what its toasts and live regions said, for `told`. */
const recordTold = (): void => {
  const said: string[] = [];
  Object.assign(globalThis, { said });
  const REGIONS = '[role=status], [role=alert]';
  new MutationObserver((mutations) => {
    for (const { target, addedNodes } of mutations) {
      const around = (target instanceof Element ? target : target.parentElement)?.closest(REGIONS);
      const inside = [...addedNodes].flatMap((node) =>
        node instanceof Element ? [...(node.matches(REGIONS) ? [node] : []), ...node.querySelectorAll(REGIONS)] : [],
      );
      for (const region of around ? [around] : inside) if (region.textContent) said.push(region.textContent);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
};

/** Pages of failed tests kept so far, by the test's id. */
const visitsOfFailed = new Map<string, number>();

/** Closes a person's browser when the test ends. Those of a failed test are kept as evidence. */
const closeWithTest = (context: BrowserContext, page: Page, unexpected: () => string[]): void => {
  const recording = record(page);
  onTestFinished(async ({ task }) => {
    if (task.result?.state !== 'fail') {
      await context.close();
      expect(unexpected()).toEqual([]);
      return;
    }
    visitsOfFailed.set(task.id, (visitsOfFailed.get(task.id) ?? 0) + 1);
    const folder = await keepEvidence(recording, `${task.file.name} ${task.name}`, visitsOfFailed.get(task.id)!);
    process.stderr.write(`Screenshot, console and requests of a failed journey: ${folder}\n`);
    await context.close();
  });
};

/**
 * Opens a browser profile of its own, with cookies, storage and cache. It is closed when the test ends, whatever the test did: a console
 * error or a page error fails it then, and a failed test keeps a screenshot and the newest requests of each of its pages.
 */
export const visit = async (origin: string, options: VisitOptions = {}): Promise<Visit> => {
  const context = await (await openBrowser()).newContext({
    baseURL: origin,
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    ...(options.headers ? { extraHTTPHeaders: options.headers } : {}),
    locale: options.locale ?? 'en-GB',
    timezoneId: 'UTC',
    colorScheme: options.scheme ?? 'light',
  });
  await context.addInitScript(recordTold);
  const problems: string[] = [];
  const expected: RegExp[] = [];
  const unexpected = () => problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)));
  const page = await context.newPage();
  page.setDefaultTimeout(40_000);
  closeWithTest(context, page, unexpected);
  page.on('console', (message) => {
    const { url } = message.location();
    const isExpected =
      EXPECTED.test(message.text()) ||
      (/status of 403/.test(message.text()) && (MAY_NOT_WRITE.test(url) || OUT_OF_SHOW.test(url))) ||
      (/status of 404/.test(message.text()) && NO_SHOW.test(url)) ||
      (/status of 503/.test(message.text()) && LIVE_TRY_AGAIN.test(url));
    if (message.type() === 'error' && !isExpected) problems.push(`${page.url()}: ${message.text()} ${url}`);
  });
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
  return {
    page,
    problems,
    expectErrors: (pattern) => void expected.push(pattern),
    async checkAxe(name) {
      if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
      const violations = await page.evaluate(async () => {
        // Finite transitions have ended when it looks, in the same task: what fades has the contrast of neither state.
        const isMoving = (): boolean =>
          document
            .getAnimations()
            .some(
              ({ timeline, playState, effect }) =>
                timeline instanceof DocumentTimeline && playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
            );
        for (const until = performance.now() + 5000; isMoving() && performance.now() < until; ) await new Promise(requestAnimationFrame);
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
          // Expected errors are not reported.
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
      expect(unexpected()).toEqual([]);
    },
  };
};

/**
 * Waits until a toast or a live region of this document has said something since the last time it was asked for the same. A toast is gone after a
 * second and a half, which a busy machine may let pass between two looks at the page.
 */
export const told = (page: Page, text: string | RegExp): Promise<unknown> =>
  page.waitForFunction(
    ({ source, flags }) => {
      const { said } = globalThis as unknown as { said: string[] };
      const at = said.findIndex((one) => new RegExp(source, flags).test(one));
      return at >= 0 && said.splice(0, at + 1).length > 0;
    },
    typeof text === 'string'
      ? { source: text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'), flags: 'u' }
      : { source: text.source, flags: text.flags },
  );

/** Stops the timers of a page while `work` runs: what is offered for some seconds, as an undo is, can't run out on a busy machine. */
export const withTimersStopped = async (page: Page, work: () => Promise<void>): Promise<void> => {
  await page.clock.install();
  await page.clock.pauseAt(new Date(Date.now() + 1000));
  await work();
  await page.clock.resume();
};

/** Waits for hydration: a press before it has no effect. */
export const waitForHydration = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const controls = [...document.querySelectorAll('main button, main input, nav button, nav a')];
    return (
      Object.keys(document).some((key) => key.startsWith('_reactListening')) &&
      controls.every((control) => Object.keys(control).some((key) => key.startsWith('__reactProps')))
    );
  });

/**
 * Opens a page. A page that is about to navigate by itself (a gate closes, the session ends) would interrupt this: wait for what it
 * shows then, or `leave` the site before the change that makes it navigate.
 *
 * @returns its HTTP status
 */
export const navigate = async (page: Page, path: string): Promise<number> => {
  const response = await page.goto(path);
  if (!response) throw new Error(`No response for ${path}: the page navigated there by itself at the same moment.`);
  return response.status();
};

/** Leaves the site for an empty page, which nothing on the site can make navigate; cookies and storage stay. */
export const leave = async (page: Page): Promise<void> => {
  await page.goto('about:blank');
};

/** Opens a page and waits for hydration. */
export const goTo = async (page: Page, path: string): Promise<void> => {
  await navigate(page, path);
  await waitForHydration(page);
};

/** Chooses the bank's answer on the sandbox gateway's page and follows the redirect. */
export const submitBankAnswer = async (page: Page, answer: string): Promise<void> => {
  await page.waitForURL('**/sandbox/pay/**');
  await page.getByRole('button', { name: answer, exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/sandbox/'));
};

/** Logs in with the form, as an account from the factories. */
export const logIn = async (page: Page, name: string): Promise<void> => {
  await goTo(page, '/auth/login');
  await page.getByLabel('Username or email').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/'));
};

/** A sheet has its own history entry; it counts as closed when that is gone too. */
export const sheetClosed = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(() => document.querySelector('[role=dialog]') === null && !(history.state as { sheet?: number } | null)?.sheet),
    )
    .toBe(true);
