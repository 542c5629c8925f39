import { readFileSync } from 'node:fs';

/** The product's version, from the package at the root. */
export const { version } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as { version: string };
