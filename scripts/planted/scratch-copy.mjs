// Scratch copies of the checkout, in which flaws are planted. Installed packages are linked, workspaces are the copy's own.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { root } from '../paths.mjs';
import { Failure } from '../terminal.mjs';
import { replaceOnce } from './replace-once.mjs';

const PREFIX = 'stagedoor-planted-';
/** The folder of node_modules that links to the workspaces. */
const SCOPE = '@stagedoor';
/** Caches in node_modules that runs write. */
const CACHES = new Set(['.cache', '.vite', '.vite-temp']);

/**
 * A change of one file: the text that occurs in it once, and what replaces it.
 *
 * @typedef {{ file: string, search: string, replacement: string }} Change
 */

/** The files of the checkout as they are now, without what git ignores. @returns {string[]} */
export const listFiles = () =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)));

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Runs that were killed leave their copies behind. */
const removeLeftOvers = () => {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (!Number.isNaN(pid) && !isAlive(pid)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
};

const linkPackages = (directory) => {
  const from = join(root, 'node_modules');
  const to = join(directory, 'node_modules');
  mkdirSync(join(to, SCOPE), { recursive: true });
  for (const name of readdirSync(from)) if (name !== SCOPE && !CACHES.has(name)) symlinkSync(join(from, name), join(to, name));
  // These links are relative, so they lead to the workspaces of the copy.
  for (const name of readdirSync(join(from, SCOPE))) {
    symlinkSync(readlinkSync(join(from, SCOPE, name)), join(to, SCOPE, name));
    const workspace = realpathSync(join(to, SCOPE, name));
    if (!workspace.startsWith(directory + sep))
      throw new Failure(`${SCOPE}/${name} of the scratch copy leads to ${workspace}, outside of the copy.`);
    const own = join(root, workspace.slice(directory.length + 1), 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(workspace, 'node_modules'));
  }
};

/**
 * Makes a scratch copy. Its owner removes it at the end.
 *
 * @param {readonly string[]} files see `listFiles`
 */
export const createScratchCopy = (files) => {
  removeLeftOvers();
  const directory = realpathSync(mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`)));
  const remove = () => rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
  try {
    for (const folder of new Set(files.map((file) => dirname(file)))) mkdirSync(join(directory, folder), { recursive: true });
    for (const file of files) cpSync(join(root, file), join(directory, file));
    linkPackages(directory);
    // Check stages ask git which files are ignored.
    execFileSync('git', ['init', '--quiet'], { cwd: directory });
  } catch (error) {
    remove();
    throw error;
  }
  return {
    directory,
    remove,
    /**
     * Writes changed files.
     *
     * @param {ReadonlyMap<string, string>} texts the new text of each file
     * @returns a function that restores the files
     */
    write(texts) {
      const before = new Map();
      for (const [file, text] of texts) {
        const path = join(directory, file);
        before.set(path, existsSync(path) ? readFileSync(path, 'utf8') : undefined);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text);
      }
      return () => {
        for (const [path, text] of before) {
          if (text === undefined) rmSync(path);
          else writeFileSync(path, text);
        }
      };
    },
  };
};

/**
 * Applies changes to the texts of a checkout.
 *
 * @param {readonly Change[]} changes
 * @param {string} name named in a failure
 * @param {string} directory the checkout
 * @returns {Map<string, string>} the new text of each changed file
 * @throws Failure when a text doesn't occur exactly once
 */
export const applyChanges = (changes, name, directory = root) => {
  const texts = new Map();
  for (const { file, search, replacement } of changes) {
    const path = join(directory, file);
    if (!texts.has(file) && !existsSync(path)) throw new Failure(`${name}: ${file} doesn't exist.`);
    texts.set(file, replaceOnce(texts.get(file) ?? readFileSync(path, 'utf8'), search, replacement, `${name}: ${file}`));
  }
  return texts;
};
