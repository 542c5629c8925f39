import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page, Request } from 'playwright-core';

/** Holds a folder for each failed test until the next run. */
const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/stagedoor/failures/', import.meta.url));

/** Requests and console lines remembered for each page. */
const REMEMBERED = 60;

/** The newest requests and console lines of one page. */
export interface Recording {
  page: Page;
  requests: string[];
  console: string[];
}

const remember = (lines: string[], line: string): void => {
  lines.push(line);
  if (lines.length > REMEMBERED) lines.shift();
};

const timeOf = (): string => new Date().toISOString().slice(11, 23);

/** Addresses carry tokens in their query and media in `data:`; neither helps to explain a failure. */
const shown = (request: Request): string => `${request.method()} ${request.url().slice(0, 200)}`;

/** Remembers what a page requests and logs from now on. */
export const record = (page: Page): Recording => {
  const recording: Recording = { page, requests: [], console: [] };
  page.on('requestfinished', (request) => {
    void request.response().then(
      (response) => remember(recording.requests, `${timeOf()} ${response?.status() ?? '-'} ${shown(request)}`),
      () => undefined,
    );
  });
  page.on('requestfailed', (request) =>
    remember(recording.requests, `${timeOf()} ${request.failure()?.errorText ?? 'failed'} ${shown(request)}`),
  );
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) remember(recording.requests, `${timeOf()} --- the page is now at ${frame.url()}`);
  });
  page.on('console', (message) => remember(recording.console, `${timeOf()} ${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => remember(recording.console, `${timeOf()} uncaught: ${error.stack ?? error.message}`));
  return recording;
};

const fileNameOf = (words: string): string =>
  words
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 80)
    .replaceAll(/^-|-$/g, '');

/**
 * Keeps a screenshot, the console and the newest requests of a page that belongs to a failed test.
 *
 * @param test the test's full name
 * @param number which of the test's pages it is, from 1
 * @returns the folder
 */
export const keepEvidence = async ({ page, requests, console }: Recording, test: string, number: number): Promise<string> => {
  const folder = join(FOLDER, fileNameOf(test));
  await mkdir(folder, { recursive: true });
  const path = (ending: string) => join(folder, `page-${number}${ending}`);
  // A page that hangs can't be drawn; its requests are still worth having.
  await page.screenshot({ path: path('.png'), timeout: 10_000, animations: 'disabled' }).catch(() => undefined);
  await writeFile(path('.log'), [`at ${page.url()}`, '', 'Requests', ...requests, '', 'Console', ...console, ''].join('\n'));
  return folder;
};
