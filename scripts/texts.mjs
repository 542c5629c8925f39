// The mechanical rules of docs/voice.md, over every text of the product. Part of `npm run check`.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { inRoot } from './paths.mjs';
import { Failure, main } from './terminal.mjs';

/** Texts of the specification, verbatim (packages/contract/src/texts/texts.test.ts tells which). */
const SPECIFIED =
  /^(?:errors\.(?:INCORRECT_CREDENTIALS|USERNAME_TAKEN|PERFORMER_USERNAME_TAKEN|UNAVAILABLE|BAD_REQUEST|FORBIDDEN|INTERNAL|COUNTRY_BLOCKED)|accounts\.resetSent|model\.deleted|gate\.|comments\.(?:done|failed|removed)|messages\.failed)/;

/** What isn't said in a language, and what is said instead. */
const WORDS = {
  en: [
    [/\b(?:is|are) needed\b/i, 'name the action: “Enter …”, “Upload …”'],
    [/\bgo on\b/i, '“continue”'],
    [/^This (?:is not|isn’t) an? /, 'name the action: “Enter …”, “Choose …”'],
    [/\bnot possible here\b/i, '“aren’t allowed here”'],
    [/\bwords on the button\b/i, '“button label”'],
    [/\bgiven back\b/i, '“refunded”'],
    [/\bblack list\b/i, '“blocked”'],
    [/\bOne press\b/, '“You’ll be charged once”'],
    [/\bin all\b/, '“in total”, “Total”'],
    [/\bFor good\b/i, '“permanently”'],
    [/\bSaid no\b/i, '“declined”'],
    [/\banswers?\b(?=.*\bcomment)/i, '“reply”'],
    [/\bNobody found\b/i, '“No … match”'],
    [/\buser name\b/i, '“username”'],
    [/\be-mail\b/i, '“email”'],
    [/'/, 'a typographic apostrophe (’)'],
    [/"/, 'typographic quotation marks (“ ”)'],
  ],
  es: [
    [/\ben vivo\b/i, '«en directo»'],
    [/\bshows?\b/i, '«directo»'],
    [/\bganancias?\b/i, '«ingresos»'],
    [/\bdevoluci[oó]n(?:es)?\b/i, '«reembolso»'],
    [/\breportes?\b/i, '«denuncia»'],
    [/\blista negra\b/i, '«bloqueados»'],
    [/\be-?mails?\b/i, '«correo»'],
    [/"/, 'comillas (« »)'],
    [/“|”/, 'comillas (« »)'],
  ],
};

/** Their number is never one: a limit, or days of a choice. */
const NEVER_ONE = new Set(['model.lastDays', 'admin.salesOfDays', 'messages.tooManyFiles', 'featured.whyNew']);
/** Its second mark stands behind a link. */
const SPLIT = new Set(['search.didYouMean']);
const PLACE = /\{\{\w+\}\}/g;

const PLURAL = /_(?:zero|one|two|few|many|other)$/;

/** What is wrong with texts: `[{ key, problem }]`. @param texts `{ key: { en, es } }` */
export const problemsOf = (texts) => {
  const problems = [];
  const report = (key, problem) => problems.push({ key, problem });
  for (const [key, text] of Object.entries(texts)) {
    const stem = key.replace(PLURAL, '');
    if (key.endsWith('_one') && !Object.hasOwn(texts, `${stem}_other`) && !Object.hasOwn(texts, stem)) report(key, 'has no `_other`');
    if (key.endsWith('_other') && !Object.hasOwn(texts, `${stem}_one`)) report(key, 'has no `_one`');
    for (const [locale, words] of Object.entries(text)) {
      if (/ {2}| $|^ /.test(words)) report(key, `${locale}: superfluous spaces`);
      if (SPECIFIED.test(key)) continue;
      for (const [wrong, better] of WORDS[locale] ?? [])
        if (wrong.test(words.replace(PLACE, ''))) report(key, `${locale}: “${words}” – better ${better}`);
    }
    if (SPECIFIED.test(key)) continue;
    if (!PLURAL.test(key) && !Object.hasOwn(texts, `${key}_one`) && !NEVER_ONE.has(key) && /\{\{count\}\} [a-z]+s\b/.test(text.en))
      report(key, 'en: a number with its noun needs `_one` and `_other`');
    const isMarked = (open, close) => text.es.split(open).length - 1 === text.es.split(close).length - 1;
    if (!isMarked('¿', '?') && !SPLIT.has(key) && !/https?:/.test(text.es)) report(key, 'es: a question without both marks');
    if (!isMarked('¡', '!')) report(key, 'es: an exclamation without both marks');
  }
  return problems;
};

/** Keys that more than one group of texts has: the later one would replace the other. @param groups `[{ key: … }, …]` */
export const repeatedKeys = (groups) => {
  const seen = new Set();
  return groups.flatMap((texts) => Object.keys(texts)).filter((key) => seen.size === seen.add(key).size);
};

/** The texts of each file. */
const readGroups = async () => {
  const folder = inRoot('packages/contract/src/texts');
  const names = readdirSync(folder).filter((name) => name.endsWith('.ts') && !/^(index|text|.*\.test)\.ts$/.test(name));
  const files = await Promise.all(names.map((name) => import(pathToFileURL(join(folder, name)).href)));
  return files.flatMap((file) => Object.values(file).filter((value) => value !== null && typeof value === 'object'));
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => {
    const { TEXTS } = await import(pathToFileURL(inRoot('packages/contract/src/texts/index.ts')).href);
    const repeated = repeatedKeys(await readGroups()).map((key) => ({ key, problem: 'is a text of two files' }));
    const problems = [...repeated, ...problemsOf(TEXTS)];
    if (problems.length > 0) throw new Failure(problems.map(({ key, problem }) => `${key}: ${problem}`).join('\n'));
  });
}
