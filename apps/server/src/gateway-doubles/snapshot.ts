import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Changes with the shape of a double's state: an older snapshot is then ignored. */
const VERSION = 1;

/** Reads a double's state, or returns the empty one for a missing or older file. */
export const readSnapshot = <State>(file: string | undefined, empty: State): State => {
  if (!file || !existsSync(file)) return empty;
  const stored: { version: number; state: State } = JSON.parse(readFileSync(file, 'utf8'));
  return stored.version === VERSION ? stored.state : empty;
};

/** Writes a double's state. A crash leaves either the old file or the new one. */
export const writeSnapshot = (file: string | undefined, state: unknown): void => {
  if (!file) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify({ version: VERSION, state }), { mode: 0o600 });
  renameSync(`${file}.new`, file);
};
