// Checks that amounts are printed by one component and one family of formatters (apps/web/src/ui/Amount.tsx, format.tsx), so that tokens never
// stand without the money they are worth. Part of `npm run check`. Prints each violation and exits 1, or prints nothing.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { inRoot } from './paths.mjs';
import { Failure, main } from './terminal.mjs';

const WEB = 'apps/web/src';

/** The component, its formatters, and the two widgets that show tokens and money in places of their own. */
const PRINTERS = new Set([`${WEB}/ui/Amount.tsx`, `${WEB}/ui/format.tsx`, `${WEB}/ui/Ticket.tsx`, `${WEB}/ui/TokenField.tsx`]);

/**
 * Files that print an amount all the same, and why.
 * @type {readonly { file: string, reason: string }[]}
 */
export const PRINTED_ELSEWHERE = [
  { file: `${WEB}/features/wallet/TopUpForm.tsx`, reason: 'the button names the tokens that are bought and shows the money they cost' },
  { file: `${WEB}/features/admin/restore/CompanyAnswer.tsx`, reason: 'a card company names its own currency, which may not be the site’s' },
  { file: `${WEB}/features/statements/VerifyStatement.tsx`, reason: 'a statement names its own currency, which may not be the site’s' },
];

const RULES = [
  [/\.tokens\(/, 'formats tokens alone: use <Amount> or useAmountText'],
  [/<Coin\b/, 'draws a coin: use <Amount>, or <TokenField> for a field'],
  [/'ui\.tokensUnit'/, 'names the unit of tokens: use <Amount> or useAmountText'],
  [/style: 'currency'/, 'formats money: use format.money'],
  [/\{[^{}=>]*\.toFixed\(2\)\}/, 'prints an amount by hand: use <Amount> or <Money>'],
  [/>\s*\{[\w.?!]*\.(?:price|tokens|total|balance|amount|money)\}/, 'prints a bare number: use <Amount> or <Money>'],
  [/(?<![\w`'"\\$])[$€£¥]\d/, 'writes a price into the code'],
];

const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|[\s;{}(),])\/\/.*$/gm;

/**
 * Amounts that other code prints, as `path: what`.
 * @param {readonly { path: string, code: string }[]} files paths from the project's root
 */
export const findPrices = (files, exceptions = PRINTED_ELSEWHERE) => {
  const unused = new Set(exceptions);
  const violations = [];
  for (const { path, code } of files) {
    if (PRINTERS.has(path)) continue;
    const found = RULES.filter(([pattern]) => pattern.test(code.replace(COMMENTS, '')));
    const exception = exceptions.find(({ file }) => file === path);
    if (found.length > 0 && exception) unused.delete(exception);
    else for (const [, problem] of found) violations.push(`${path}: ${problem}`);
  }
  for (const { file } of unused) violations.push(`scripts/prices.mjs: ${file} no longer prints an amount: take the exception out`);
  return violations;
};

/** Texts that name an amount of tokens without its money, and why. */
const TOKENS_ALONE = {
  'wallet.buy': 'the money they cost is on the same button',
  'orders.description.topUp': 'a gateway shows its amount beside it',
  'mail.orderRefunded.topUp': 'the money that goes back for them is in the sentence before',
};

/** Texts of screens, notices and mails that name tokens without the money they are worth. @param texts `{ key: { en, es } }` */
export const findTokensAlone = (texts, exceptions = TOKENS_ALONE) =>
  Object.entries(texts).flatMap(([key, words]) =>
    key in exceptions
      ? []
      : Object.entries(words)
          .filter(([, text]) => /\}\} tokens?\b(?! \(\{\{)/.test(text))
          .map(([locale]) => `${key}: ${locale}: names tokens without money: “… tokens ({{money}})”, or one amount from useAmountText`),
  );

const SERVER = 'apps/server/src';

/** Files of the server that write amounts for people. */
const SERVER_PRINTERS = new Set([
  `${SERVER}/modules/notifications/writing.ts`,
  `${SERVER}/modules/accounts/accounts.jobs.ts`,
  `${SERVER}/modules/payouts/statement-pdf.ts`,
  `${SERVER}/platform/texts.ts`,
]);

/**
 * Server files that format numbers outside those, as `path: what`. Their texts would name tokens as they like.
 * @param {readonly { path: string, code: string }[]} files paths from the project's root
 */
export const findServerPrices = (files) =>
  files
    .filter(({ path, code }) => !SERVER_PRINTERS.has(path) && /\bNumberFormat\(|'ui\.tokensUnit'/.test(code.replace(COMMENTS, '')))
    .map(({ path }) => `${path}: formats amounts: use writingIn (modules/notifications/writing.ts)`);

/** The files of a folder, without tests. @param folder from the project's root */
const readFiles = (folder) =>
  readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => ({ path, code: readFileSync(inRoot(path), 'utf8') }));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => {
    const { TEXTS } = await import(pathToFileURL(inRoot('packages/contract/src/texts/index.ts')).href);
    const violations = [...findPrices(readFiles(WEB)), ...findServerPrices(readFiles(SERVER)), ...findTokensAlone(TEXTS)];
    if (violations.length > 0) throw new Failure(violations.join('\n'));
  });
}
