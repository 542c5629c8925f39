import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ExcerptPart, excerptOf } from './highlight.ts';
import { conditionsOf } from './query.ts';
import { tokensOf } from './tokens.ts';

const { cases } = JSON.parse(readFileSync(new URL('search.vectors.json', import.meta.url), 'utf8')) as {
  cases: { n: number; text: string; query: string; field?: 'name'; found: boolean }[];
};

const shown = (parts: readonly ExcerptPart[]): string => parts.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('');
const excerpt = (text: string, typed: string): string => shown(excerptOf(text, conditionsOf(typed)));
const segmenter = new Intl.Segmenter('und');
const charactersOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

/** Letters, marks, joiners, digits and invisible characters of many scripts, in an order nobody writes. */
const RANGES = [
  [0x20, 0x17f],
  [0x300, 0x33f],
  [0x370, 0x45f],
  [0x591, 0x6ff],
  [0x900, 0x97f],
  [0xd00, 0xd7f],
  [0xe00, 0xecf],
  [0x1780, 0x17d3],
  [0x200b, 0x200f],
  [0x3041, 0x30ff],
  [0x3131, 0x3163],
  [0x4e00, 0x4e4f],
  [0xac00, 0xac8f],
  [0xfdf0, 0xfdfb],
  [0xff61, 0xff9f],
  [0x1f1e6, 0x1f1ff],
  [0x1f3fb, 0x1f64f],
] as const;
const written = fc
  .array(fc.oneof(...RANGES.map(([min, max]) => fc.integer({ min, max }))), { maxLength: 300 })
  .map((codes) => String.fromCodePoint(...codes));

describe('a short text', () => {
  test('is whole, with what was typed marked in each script', () => {
    const marked = Object.fromEntries(cases.map(({ n, text, query }) => [n, excerpt(text, query)]));
    expect(marked).toMatchObject({
      1: '[Pott]ery',
      3: '[Hip-hop]',
      7: 'L’[amour]',
      8: '[jarrón] [cerámica]',
      9: '[Straße]',
      15: '[İstanbul’da]',
      23: '[שָׁלוֹם]',
      24: 'ה[קרמיקה]',
      27: '[إبـراهيـم] ال[مدرسة]',
      30: '[می‌خواهم]',
      32: '[हिन्दी] गाना',
      35: '[সোনা]র',
      39: 'ฉันชอบ[น้ำหอม]',
      40: 'ตาก[ลม]',
      43: '[ខ្ញុំ​ស្រលាញ់]',
      46: '我在[上海]表演',
      50: '[ガールズ]',
      51: '東[京都]',
      54: '김[민수]',
      57: 'K[팝] Ｔ[シャツ]',
      59: '[#Ceramic_Art] @luna.[reyes]',
    });
  });

  test('has a mark where a message is found, and none where it isn’t', () => {
    // Names alone have a second spelling.
    const told = cases.filter(({ field }) => field !== 'name').map(({ n, text, query }) => [n, excerpt(text, query).includes('[')]);
    expect(told).toEqual(cases.filter(({ field }) => field !== 'name').map(({ n, found }) => [n, found]));
  });

  test('keeps its places where folding makes characters longer or shorter', () => {
    expect(excerpt('GROßE İÇ ﷺ ǆ Straße', 'strasse')).toBe('GROßE İÇ ﷺ ǆ [Straße]');
    expect(excerpt('ﬁﬁ ﬃ Ŀ end', 'end')).toBe('ﬁﬁ ﬃ Ŀ [end]');
    expect(excerpt('a\u0301\u0302\u0303bc Zoë', 'zoe')).toBe('a\u0301\u0302\u0303bc [Zoë]');
    expect(excerpt('ㅎㅏㄴ 한국', '한국')).toBe('ㅎㅏㄴ [한국]');
  });

  test('marks characters in a row, and single ones only where there is no row', () => {
    expect(excerpt('東京から京都へ、東京都', '東京都')).toBe('東京から京都へ、[東京都]');
    expect(excerpt('京都、東京', '東京都')).toBe('[京都]、[東京]');
  });

  test('marks every alternative form, and nothing for an empty search', () => {
    expect(excerpt('Hip-hop and hiphop', 'hip-hop')).toBe('[Hip-hop] and [hiphop]');
    expect([excerpt('Encore', ''), excerptOf('', conditionsOf('encore'))]).toEqual(['Encore', []]);
  });
});

describe('a long text', () => {
  const before = 'So it goes on. '.repeat(30);

  test('is cut between words, with the match near its beginning', () => {
    const long = `${before}We hung a blue curtain behind the piano. ${before}`;
    expect(excerpt(long, 'curtain')).toBe(
      '…on. We hung a blue [curtain] behind the piano. So it goes on. So it goes on. So it goes on. So it goes on. So it goes on.…',
    );
    expect(excerpt(long, 'nothing')).toMatch(/^So it goes on\..*…$/u);
    expect(excerpt(`${before}curtain`, 'curtain')).toMatch(/^….{0,20}\[curtain\]$/u);
  });

  test('shows the place with most of the words', () => {
    expect(excerpt(`A piano. ${before}A curtain, and a piano. ${before}`, 'piano curtain')).toMatch(/^….*A \[curtain\], and a \[piano\]/u);
  });

  test('is cut between characters where words have no spaces', () => {
    const long = 'ฉันชอบน้ำหอมและตากลม'.repeat(30);
    const parts = excerptOf(`${long}ปลา${long}`, conditionsOf('ปลา'));
    expect(parts.map(({ isMatch, text }) => [isMatch, charactersOf(text).length])).toEqual([
      [false, 1],
      [false, 20],
      [true, 3],
      [false, 97],
      [false, 1],
    ]);
  });
});

test('cuts no character in two, keeps the text as it is, and marks what is found, whatever is written', () => {
  const each = fc.property(written, fc.nat(), (text, pick) => {
    const tokens = tokensOf(text).filter((token) => !/[#@]/u.test(token));
    const parts = excerptOf(text, tokens.length === 0 ? [] : [{ type: 'token', token: tokens[pick % tokens.length]!, isPrefix: false }]);
    const isCut = { before: parts[0]?.text === '…' && !text.startsWith('…'), after: parts.at(-1)?.text === '…' && !text.endsWith('…') };
    const inside = parts.slice(isCut.before ? 1 : 0, isCut.after ? -1 : undefined);
    const characters = inside.flatMap((part) => charactersOf(part.text));
    const all = charactersOf(text);
    const start = isCut.before ? all.findIndex((_, at) => characters.every((one, place) => all[at + place] === one)) : 0;
    return (
      characters.length <= 120 &&
      start >= 0 &&
      characters.every((one, place) => all[start + place] === one) &&
      (isCut.after || isCut.before || inside.map((part) => part.text).join('') === text) &&
      (tokens.length === 0 || parts.some(({ isMatch }) => isMatch))
    );
  });
  expect(() => fc.assert(each, { numRuns: 1500 })).not.toThrow();
});
