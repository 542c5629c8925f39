import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { queryOf, toTsquery } from './query.ts';
import { nameTokensOf, tokensOf } from './tokens.ts';

interface Case {
  n: number;
  text: string;
  query: string;
  field?: string;
  tokens: string[];
  tsquery: string;
}

const { cases } = JSON.parse(readFileSync(new URL('search.vectors.json', import.meta.url), 'utf8')) as { cases: Case[] };

describe('texts and queries in every script', () => {
  test.each(cases)('case $n: “$text” and “$query”', ({ text, query, field, tokens, tsquery }) => {
    expect((field === 'name' ? nameTokensOf : tokensOf)(text)).toEqual(tokens);
    expect(toTsquery(queryOf(query)!)).toBe(tsquery);
  });
});
