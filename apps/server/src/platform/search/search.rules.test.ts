import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold, foldSecondName } from './fold.ts';
import { allOf, conditionsOf, meets, queryOf, toTsquery, typedWordsOf } from './query.ts';
import { storedWords } from './stored-words.ts';
import { nameTokensOf, tokensOf } from './tokens.ts';

const isFoundBy = (written: string, typed: string): boolean => {
  const query = queryOf(typed);
  return query === null || meets(query, tokensOf(written));
};

/** Texts of letters, marks, digits, joiners and invisible characters of many scripts, as people rarely write them. */
const RANGES = [
  [0x20, 0x17f],
  [0x300, 0x36f],
  [0x370, 0x52f],
  [0x591, 0x6ff],
  [0x900, 0xdff],
  [0xe00, 0xeff],
  [0x1000, 0x17ff],
  [0x200b, 0x202f],
  [0x3000, 0x30ff],
  [0x4e00, 0x4eff],
  [0xac00, 0xadff],
  [0xfb1d, 0xfdff],
  [0xff00, 0xffef],
  [0x1f1e6, 0x1f1ff],
  [0x1f3fb, 0x1f6ff],
] as const;
const text = fc
  .array(fc.oneof(...RANGES.map(([min, max]) => fc.integer({ min, max }))), { maxLength: 40 })
  .map((codes) => String.fromCodePoint(...codes));

describe('folding', () => {
  test('a folded text changes nothing', () => {
    const each = fc.property(text, (typed) => fold(fold(typed)) === fold(typed));
    expect(() => fc.assert(each, { numRuns: 3000 })).not.toThrow();
  });

  test('gives a name its second spelling, and others the first', () => {
    expect([foldSecondName('Jürgen Ångström'), foldSecondName('MÜLLER'), foldSecondName('Zoë')]).toEqual([
      'juergen aangstroem',
      'mueller',
      'zoe',
    ]);
    expect(nameTokensOf('Zoë')).toEqual(['zoe']);
  });

  test('copes with half of a character, with what is invisible, and with a hundred thousand characters and more', () => {
    expect(fold('a\ud800b\udc00c')).toMatch(/^a.b.c$/u);
    expect([fold('\u200b\u200d\u00ad\ufe0f'), tokensOf('\u0301\u0301'), tokensOf('   ')]).toEqual([' ', [], []]);
    expect(fold('ß'.repeat(100_001))).toHaveLength(200_000);
  });
});

describe('a text', () => {
  test('is found by its own words, whatever they are', () => {
    const each = fc.property(text, (written) => isFoundBy(written, written));
    expect(() => fc.assert(each, { numRuns: 3000 })).not.toThrow();
  });

  test('is found by one of its words among others', () => {
    const each = fc.property(text, text, (one, other) => isFoundBy(`${other} ${one} ${other}`, one));
    expect(() => fc.assert(each, { numRuns: 2000 })).not.toThrow();
  });

  test('has at most five thousand tokens, each of at most forty characters', () => {
    const tokens = tokensOf(Array.from({ length: 6000 }, (_, nr) => `w${nr}${nr % 100 === 0 ? 'x'.repeat(60) : ''}`).join(' '));
    expect([tokens.length, Math.max(...tokens.map((token) => token.length))]).toEqual([5000, 40]);
    expect(storedWords([{ field: 'f', text: 'a’b \\ ‘c’', weight: 'C' }])).toBe("'afa':1C 'afb':1C 'afab':1C 'afc':1C");
  });

  test('keeps the greatest weight of a word that several of its fields have', () => {
    const words = storedWords([
      { field: 'f', text: 'Glaze and fire', weight: 'C' },
      { field: 'f', text: 'Fire', weight: 'A' },
    ]);
    expect(words).toBe("'afglaze':1C 'afand':1C 'affire':1A");
  });
});

describe('a query', () => {
  test('with nothing but operators, quotes and marks asks for nothing', () => {
    for (const typed of ['', '& | ! ( ) :*', "''''", '\\\\', '\u0301', '#', '@', '.-_', '\u202e\u200f'])
      expect(conditionsOf(typed)).toEqual([]);
    expect(toTsquery(queryOf("a'b:* \\ & !c")!)).toBe("('ab':* & 'c')");
  });

  test('has one word for each of its conditions, however it is written', () => {
    const each = fc.property(text, (typed) => typedWordsOf(typed).length === conditionsOf(typed).length);
    expect(() => fc.assert(each, { numRuns: 1000 })).not.toThrow();
    expect(typedWordsOf('Hip-Hop l’amour 上海 ตากลม K팝 #Tag 👩')).toEqual([
      { text: 'hiphop', cut: 'whole' },
      { text: 'lamour', cut: 'whole' },
      { text: '上海', cut: 'pairs' },
      { text: 'ตากลม', cut: 'threes' },
      { text: 'k팝', cut: 'other' },
      { text: '#tag', cut: 'other' },
      { text: '👩', cut: 'other' },
    ]);
  });

  test('has at most eight words, however long it is', () => {
    expect(conditionsOf('word '.repeat(2000))).toHaveLength(8);
    expect(conditionsOf('x'.repeat(10_000))).toEqual([{ type: 'token', token: 'x'.repeat(40), isPrefix: true }]);
  });

  test('asks for words of any of several kinds, by weight', () => {
    expect(toTsquery(queryOf('red hip-hop')!, ['an', 'ao'], 'AB')).toBe(
      "(('anred':*AB | 'aored':*AB) & (('anhiphop':*AB | 'aohiphop':*AB) | (('anhip':AB | 'aohip':AB) & ('anhop':*AB | 'aohop':*AB))))",
    );
    expect(toTsquery(allOf([{ type: 'token', token: "o'\\", isPrefix: false }]))).toBe("'o''\\\\'");
  });
});

test('the parser’s answers to all cases are pinned: a change is a new version', () => {
  const { cases } = JSON.parse(readFileSync(new URL('search.vectors.json', import.meta.url), 'utf8')) as {
    cases: { text: string; query: string }[];
  };
  const made = cases.map(({ text: written, query }) => [tokensOf(written), toTsquery(queryOf(query)!)]);
  expect(createHash('sha256').update(JSON.stringify(made)).digest('hex')).toMatchInlineSnapshot(
    `"06ff71502c1c666641e55637a7c74abd3b014a62ceb9f8bea8742fb38086387f"`,
  );
});
