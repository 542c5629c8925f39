// Counts the type assertions of the product's code: what an assertion says, no program checks. Prints each violation and exits 1, or prints
// nothing. With `--list`: prints every assertion.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vite';
import { inRoot } from './paths.mjs';

/**
 * How many assertions there may be. A ratchet: lower it when it is reached, and never raise it. Prefer a guard of
 * packages/contract/src/keys.values.ts (`isOneOf`, `isKeyOf`, `isRecord`, `keysOf`), Zod for what comes from outside, and a declared type.
 *
 * Those that remain are of these kinds:
 * - generic code that gives back the type it was asked for: settings, registries of kinds and of events, calls by key, answers kept by key;
 * - rows and JSON that the site itself wrote, read where a check would cost time: the home feed, events between nodes, jobs;
 * - objects of libraries whose types don't name what is used: sockets, streams, logs, schemas, the browser's passkeys;
 * - text keys made of a value, such as a state's, which the tests of texts cover;
 * - fields of forms with choices, and page parameters of lists, whose types React and the query library don't carry;
 * - first values wider than what is written, such as an empty list;
 * - doubles and answers in tests' own helpers.
 */
export const ALLOWED = {
  casts: 313,
  /** Files that assert by way of `unknown`, where the compiler finds both types unrelated, and why. */
  throughUnknown: {
    'apps/server/src/modules/accounts/accounts.jobs.ts': 'A job gets what this module enqueued; its kinds of mails are one union.',
    'apps/server/src/modules/orders/given-gift.ts': 'The snapshot of a gift in an order, written by this module.',
    'apps/server/src/platform/http/amount-units.ts': 'Zod doesn’t type the definitions of its schemas.',
    'apps/server/src/platform/http/http-server.ts': 'Fastify types its instance by the log that it was given.',
    'apps/server/src/platform/realtime/redis-bus.ts': 'The client’s type lists each command; one is replaced.',
    'apps/server/src/platform/realtime/room-writer.ts': 'Engine.IO doesn’t type the socket below its own.',
    'apps/server/src/platform/telemetry/request-log.ts': 'A log whose methods are defined in a loop.',
    'apps/server/src/testing/money-endpoints.ts': 'JSON Schema in the shape that the tests read.',
    'apps/server/src/testing/played-shows/played-node.ts': 'A stand-in with the parts of a stream that are used.',
    'apps/web/src/app/data.ts': 'A call whose key is known at runtime alone.',
    'apps/web/src/app/passkey-ceremony.ts': 'WebAuthn’s options, which the browser reads.',
    'apps/web/src/features/items/card-registry.ts': 'A registry typed by kind, read by a kind from the server.',
    'apps/web/src/features/streams/paid/LatePaidButtons.tsx': 'React types a late component differently.',
    'apps/web/src/features/admin/countries/use-country-edits.ts': 'Settings by key, whose values each have their type.',
    'apps/web/src/ui/Field.tsx': 'React types the target of an event as any element.',
    'apps/web/src/ui/text.ts': 'i18next types keys by its own registry.',
    'apps/web/testing/socket-double.ts': 'A double with the parts of a socket that are used.',
    'apps/web/testing/upload-double.ts': 'A double of the browser’s upload.',
  },
};

/** Folders with the product's code. */
const FOLDERS = ['apps', 'packages'];
const SKIPPED = new Set(['node_modules', 'build', '.types', '.react-router']);

const sourcesIn = (root, folder) =>
  !existsSync(join(root, folder))
    ? []
    : readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : sourcesIn(root, path);
        return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : [];
      });

/** Assertions of a file. `as const` narrows and `as unknown` forgets: neither says anything that might be wrong. */
const castsOf = (source, path) => {
  const found = [];
  const visit = (node) => {
    if (typeof node?.type !== 'string') return;
    if (node.type === 'TSAsExpression' || node.type === 'TSTypeAssertion') {
      const type = source.slice(node.typeAnnotation.start, node.typeAnnotation.end);
      const { expression } = node;
      if (type !== 'const' && type !== 'unknown')
        found.push({
          path: path.split(sep).join('/'),
          line: source.slice(0, node.typeAnnotation.start).split('\n').length,
          type,
          isThroughUnknown: expression.type === 'TSAsExpression' && expression.typeAnnotation.type === 'TSUnknownKeyword',
        });
    }
    for (const child of Object.values(node)) for (const one of Array.isArray(child) ? child : [child]) visit(one);
  };
  visit(parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts' }));
  return found;
};

/**
 * Every type assertion of a project's folder outside tests.
 *
 * @param {string} root
 * @returns {{ path: string, line: number, type: string, isThroughUnknown: boolean }[]}
 */
export const findCasts = (root) =>
  FOLDERS.flatMap((folder) => sourcesIn(root, folder)).flatMap((path) => castsOf(readFileSync(join(root, path), 'utf8'), path));

/**
 * Every violation in a project's folder, as a line that says what to do.
 *
 * @param {string} root
 * @param {{ casts: number, throughUnknown: Readonly<Record<string, string>> }} allowed
 */
export const findCastViolations = (root, allowed = ALLOWED) => {
  const casts = findCasts(root);
  const throughUnknown = casts.filter(({ isThroughUnknown }) => isThroughUnknown);
  const violations = throughUnknown
    .filter(({ path }) => !Object.hasOwn(allowed.throughUnknown, path))
    .map(
      ({ path, line, type }) => `${path}:${line}: "as unknown as ${type}": parse it or guard it, or give the reason in scripts/casts.mjs`,
    );
  for (const path of Object.keys(allowed.throughUnknown))
    if (!throughUnknown.some((cast) => cast.path === path))
      violations.push(`scripts/casts.mjs: ${path} asserts nothing by way of "unknown" any more: take it out`);
  if (casts.length > allowed.casts)
    violations.push(`${casts.length} type assertions, and ${allowed.casts} may be: node scripts/casts.mjs --list`);
  return violations;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = inRoot('.');
  if (process.argv.includes('--list'))
    for (const { path, line, type } of findCasts(root)) process.stdout.write(`${path}:${line}: as ${type.replace(/\s+/g, ' ')}\n`);
  const violations = findCastViolations(root);
  for (const violation of violations) process.stderr.write(`${violation}\n`);
  process.exitCode = violations.length > 0 ? 1 : 0;
}
