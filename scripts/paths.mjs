import { createHash } from 'node:crypto';
import { constants, accessSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { delimiter, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, with a slash at its end, wherever the command was called. */
export const root = fileURLToPath(new URL('..', import.meta.url));

export const inRoot = (...parts) => join(root, ...parts);

/** The Node that everything but these scripts runs on: a package, so that it is the same on every machine. */
export const nodeProgram = inRoot('node_modules/.bin/node');

/** Folder for caches of the commands. */
export const cacheDirectory = inRoot('node_modules/.cache/stagedoor');

/** A program's path, or undefined. The project's own node_modules/.bin is left out. */
export const findProgram = (...names) => {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder && !folder.includes(`node_modules${sep}.bin`));
  for (const name of names) {
    for (const folder of folders) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        if (statSync(path).isFile()) return path;
      } catch {
        // Not in this folder.
      }
    }
  }
  return undefined;
};

const GENERATED = new Set(['node_modules', 'build', '.react-router', '.types']);

/** One hash over files and folders (all that is in them, by name and content), relative to the project. */
export const hashOf = (paths) => {
  const hash = createHash('sha256');
  const add = (path) => {
    const full = inRoot(path);
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).sort()) if (!GENERATED.has(name)) add(join(path, name));
      return;
    }
    const content = readFileSync(full);
    hash.update(`${path}\0${content.length}\0`).update(content);
  };
  for (const path of paths) add(path);
  return hash.digest('hex');
};

/** The content of a file, or undefined. */
export const readIfExists = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};
