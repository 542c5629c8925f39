import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import type { Plugin } from 'vite';

const root = import.meta.dirname;
const HASH_LENGTH = 4;

/**
 * The class names of style sheets, as short as they can be told apart: a name is unique within its file. Every page loads some hundreds of them.
 * The same in the browser and on the server, and on every machine.
 */
export const scopedName = (name: string, path: string): string => {
  const file = relative(root, path.split('?')[0]!);
  return `${name}_${createHash('sha256').update(file).digest('base64url').slice(0, HASH_LENGTH)}`;
};

const PAGE_TABLE = /\/src\/app\/pages\.ts(?:\?|$)/;
const FILE_FIELD = /\bfile: '[^']+',? ?/g;

/** Leaves the route modules out of the page table that every page of the browser loads: only the build needs them. */
export const pageTable = (): Plugin => ({
  name: 'stagedoor:page-table',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: PAGE_TABLE },
    handler: (code) => ({ code: code.replaceAll(FILE_FIELD, ''), map: null }),
  },
});
