import { describe, expect, test } from 'vitest';
import vectors from './search.vectors.json' with { type: 'json' };
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

describe('texts and queries in every script', () => {
  test.each(vectors.cases as Case[])('case $n: “$text” and “$query”', ({ text, query, field, tokens, tsquery }) => {
    expect((field === 'name' ? nameTokensOf : tokensOf)(text)).toEqual(tokens);
    expect(toTsquery(queryOf(query)!)).toBe(tsquery);
  });
});
