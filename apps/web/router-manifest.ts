import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = /^manifest-[^.]+\.js$/;
const START = 'window.__reactRouterManifest=';
const FOLDER = '/assets/';

/**
 * Writes the router's table of routes again, shorter: every page loads it. It names each file once, then by its number, and leaves out what a
 * route doesn't have, which the browser adds. Imports are in the order of their numbers, since they are loaded at once: lists that look alike take
 * fewer bytes. Otherwise the result is the same object.
 *
 * @throws {Error} If the table has another form than this version of the router gives it.
 */
export const shortenManifest = (script: string): string => {
  if (!script.startsWith(START)) throw new Error('The router’s manifest begins otherwise than expected.');
  const { routes, ...rest } = JSON.parse(script.slice(START.length).replace(/;\s*$/, '')) as {
    routes: Record<string, Record<string, unknown>>;
  };
  const absent = [...new Set(Object.values(routes).flatMap((route) => Object.keys(route).filter((key) => route[key] === false)))];
  const files = new Map<string, number>();
  const numbered = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(numbered);
    if (typeof value !== 'string' || !value.startsWith(FOLDER)) return value;
    const file = value.slice(FOLDER.length);
    if (!files.has(file)) files.set(file, files.size);
    return files.get(file);
  };
  const sorted = (value: unknown): unknown => (Array.isArray(value) ? value.toSorted((a, b) => Number(a) - Number(b)) : value);
  const short = Object.entries(routes).map(([id, route]) => [
    id,
    Object.fromEntries(
      Object.entries(route)
        .filter(([key, value]) => key !== 'id' && value !== false)
        .map(([key, value]) => [key, key === 'imports' ? sorted(numbered(value)) : numbered(value)]),
    ),
  ]);
  const table = JSON.stringify(Object.fromEntries(short));
  return `{const f=${JSON.stringify([...files.keys()].join(' '))}.split(" "),n=v=>Array.isArray(v)?v.map(n):typeof v=="number"?${JSON.stringify(FOLDER)}+f[v]:v,r=${table};for(const i in r){const o={id:i};for(const k of ${JSON.stringify(absent)})o[k]=false;for(const k in r[i])o[k]=n(r[i][k]);r[i]=o}${START}{...${JSON.stringify(rest)},routes:r}}`;
};

/** Shortens the router's manifest in a folder of built files. */
export const shortenManifestIn = (folder: string): void => {
  for (const name of readdirSync(folder)) {
    if (!FILE.test(name)) continue;
    const path = join(folder, name);
    writeFileSync(path, shortenManifest(readFileSync(path, 'utf8')));
  }
};
