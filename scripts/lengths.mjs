// Checks the lengths of functions and of the web's routes. Prints each violation and exits 1, or prints nothing. With `--list`: prints the functions
// and routes that are over the length to aim at, longest first.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inRoot, nodeProgram } from './paths.mjs';

/** Lines of a function, with comments and blank lines: no function has more than `most`, and those over `aim` become fewer. */
const FUNCTION_LINES = { most: 150, aim: 100 };
/** Lines of a route's file, which composes features: those over it become fewer. */
const ROUTE_LINES = 80;

/**
 * How many may be over the length to aim at. A ratchet: lower a number when it is reached, and never raise one.
 */
export const ALLOWED = {
  functions: 13,
  routes: 0,
  /** Files with a function over the most lines, until they are divided. */
  files: [],
};

/** Folders with the product's code. */
const FOLDERS = ['apps', 'packages'];
const ROUTES = 'apps/web/src/routes';
const CONFIGURATION = fileURLToPath(new URL('./lengths.oxlintrc.json', import.meta.url));

const isProduct = (path) => !/\.test\.tsx?$/.test(path) && !path.includes('/testing/') && !path.includes('/.types/');

const byLines = (left, right) => right.lines - left.lines || left.path.localeCompare(right.path, 'en');

/** Asks the linter for the functions over `aim` lines: it exits 1 when there are some. */
const lint = (root) => {
  const folders = FOLDERS.filter((folder) => existsSync(join(root, folder)));
  if (folders.length === 0) return [];
  const program = inRoot('node_modules/oxlint/bin/oxlint');
  const settings = ['-c', CONFIGURATION, '--format=json', '--quiet'];
  try {
    execFileSync(nodeProgram, [program, ...settings, ...folders], { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
    return [];
  } catch (error) {
    return JSON.parse(error.stdout).diagnostics;
  }
};

/**
 * The functions over `aim` lines, longest first.
 *
 * @param {string} root
 * @returns {{ path: string, line: number, lines: number }[]}
 */
export const findLongFunctions = (root) =>
  lint(root)
    .filter(({ code, filename }) => code === 'eslint(max-lines-per-function)' && isProduct(filename))
    .map(({ filename, message, labels }) => ({
      path: filename,
      line: labels[0].span.line,
      lines: Number(/\((\d+)\)/.exec(message)[1]),
    }))
    .toSorted(byLines);

/**
 * The routes of the web over ROUTE_LINES lines, longest first.
 *
 * @param {string} root
 * @returns {{ path: string, lines: number }[]}
 */
export const findLongRoutes = (root) => {
  const folder = join(root, ROUTES);
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  return files
    .filter((file) => file.endsWith('.tsx') && isProduct(file))
    .map((file) => ({ path: join(ROUTES, file), lines: readFileSync(join(folder, file), 'utf8').trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > ROUTE_LINES)
    .toSorted(byLines);
};

/**
 * Every violation in a project's folder, as a line that says what to do.
 *
 * @param {string} root
 * @param {{ functions: number, routes: number, files: readonly string[] }} allowed
 */
export const findLengthViolations = (root, allowed = ALLOWED) => {
  const functions = findLongFunctions(root);
  const routes = findLongRoutes(root);
  const tooLong = functions.filter(({ lines }) => lines > FUNCTION_LINES.most);
  const violations = tooLong
    .filter(({ path }) => !allowed.files.includes(path))
    .map(({ path, line, lines }) => `${path}:${line}: a function of ${lines} lines; at most ${FUNCTION_LINES.most}: name its steps`);
  for (const file of allowed.files)
    if (!tooLong.some(({ path }) => path === file))
      violations.push(`scripts/lengths.mjs: ${file} has no function over ${FUNCTION_LINES.most} lines any more: take it out`);
  if (functions.length > allowed.functions)
    violations.push(
      `${functions.length} functions are over ${FUNCTION_LINES.aim} lines, and ${allowed.functions} may be: node scripts/lengths.mjs --list`,
    );
  if (routes.length > allowed.routes)
    violations.push(`${routes.length} routes are over ${ROUTE_LINES} lines, and ${allowed.routes} may be: move parts to a feature`);
  return violations;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = inRoot('.');
  if (process.argv.includes('--list'))
    for (const { path, line, lines } of [...findLongFunctions(root), ...findLongRoutes(root)])
      process.stdout.write(`${lines} ${path}${line === undefined ? '' : `:${line}`}\n`);
  const violations = findLengthViolations(root);
  for (const violation of violations) process.stderr.write(`${violation}\n`);
  process.exitCode = violations.length > 0 ? 1 : 0;
}
