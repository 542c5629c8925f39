import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { line, text } from './shapes.ts';
import { isVisible, isolated, readableText, visibleName, withBalancedDirections } from './visible-text.values.ts';

describe('a text with nothing that can be seen', () => {
  test.each([
    ['the blank Braille pattern', '\u2800'],
    ['a variation selector', '\uFE0F'],
    ['a lone accent', '\u0301'],
    ['a heap of lone accents', '\u0301\u0489\u20DD'],
    ['a zero-width space', '\u200B'],
    ['a Hangul filler', '\u3164'],
    ['a Hangul filler of half width', '\uFFA0'],
    ['Hangul fillers', '\u115F\u1160'],
    ['tags', '\u{E0041}\u{E0042}'],
    ['a variation selector of the supplement', '\u{E0100}'],
    ['a soft hyphen', '\u00AD'],
    ['a grapheme joiner', '\u034F'],
    ['joiners', '\u200C\u200D'],
    ['marks of direction', '\u200E\u202E\u2066\u2069'],
    ['an Arabic letter mark', '\u061C'],
    ['invisible operators', '\u2061\u2062\u2063\u2064'],
    ['a Mongolian vowel separator', '\u180E'],
    ['Khmer vowels that aren’t written', '\u17B4\u17B5'],
    ['a musical control', '\u{1D173}'],
    ['a null notehead', '\u{1D159}'],
    ['an object replacement character', '\uFFFC'],
    ['annotations', '\uFFF9\uFFFB'],
    ['spaces of all kinds', ' \u00A0\u2000\u202F\u3000\u1680\t\n'],
    ['a private character', '\uE000'],
    ['nothing', ''],
  ])('is empty: %s', (_title, value) => {
    expect(isVisible(value)).toBe(false);
    expect(text(100).parse(value)).toBe('');
    expect(line(100).safeParse(value).success).toBe(false);
  });

  test.each(['a', '.', '1️⃣', '👍', '🏳️‍🌈', 'हिन्दी', 'ก', 'שלום', 'مرحبا', '上', 'ガ', 'e\u0301', '\u{1FAE8}', '​x'])('is not: %s', (value) => {
    expect(isVisible(value)).toBe(true);
    expect(readableText(value)).not.toBe('');
  });
});

describe('line breaks', () => {
  test.each(['\u2028', '\u2029', '\r'])('of another kind become the usual one, and are refused in one line: %j', (lineBreak) => {
    expect(text(100).parse(`a${lineBreak}b`)).toBe('a\nb');
    expect(line(100).safeParse(`a${lineBreak}b`).success).toBe(false);
  });

  test('stay when they are two characters', () => expect(text(100).parse('a\r\nb')).toBe('a\r\nb'));

  test.each(['\u0085', '\u009b', '\u0000', '\u001e', '\ud800'])('are no control characters, which are refused: %j', (control) =>
    expect(text(100).safeParse(`a${control}b`).success).toBe(false),
  );

  test.each(['\n', '\r', '\u0085', '\u2029', '\u001c'])('end an isolate, so each paragraph gets its own: %j', (end) =>
    expect(isolated(`ש${end}ש`)).toBe(`\u2068ש\u2069${end}\u2068ש\u2069`),
  );
});

describe('directions', () => {
  test.each([
    ['an override', 'photo\u202Egpj.exe', 'photogpj.exe'],
    ['an override and its end', 'a\u202Ebc\u202Cd', 'abcd'],
    ['an embedding that isn’t closed', 'a\u202Bb', 'ab'],
    ['an isolate that isn’t closed', 'a\u2067b', 'ab'],
    ['an end without a beginning', 'a\u202Cb\u2069c', 'abc'],
    ['an isolate that ends on another line', 'a\u2067b\nc\u2069', 'ab\nc'],
    ['an isolate that ends in another paragraph', 'a\u2067b\u2029c\u2069', 'ab\nc'],
    ['an embedding inside of an isolate that closes first', '\u2066a\u202Bb\u2069\u202C', '\u2066ab\u2069'],
    ['an end of an embedding across an isolate', '\u202Ba\u2066b\u202Cc\u2069d\u202C', '\u202Ba\u2066bc\u2069d\u202C'],
  ])('lose %s', (_title, typed, kept) => {
    expect(withBalancedDirections(typed).replaceAll('\u2029', '\n')).toBe(kept);
    expect(text(100).parse(typed)).toBe(kept);
  });

  test.each(['שלום \u2067abc\u2069', '\u202Babc\u202C', '\u2068\u202Ba\u202C\u2069', 'C\u200E++', 'plain'])(
    'keep what is balanced: %j',
    (typed) => expect(withBalancedDirections(typed)).toBe(typed),
  );

  test('are balanced on each line, whatever was typed, and keep all other characters', () => {
    const piece = fc.constantFrom('a', 'ש', '\n', ...Array.from('\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069'));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const typed = pieces.join('');
        const kept = withBalancedDirections(typed);
        const words = (value: string) => value.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
        expect(words(kept)).toBe(words(typed));
        expect(withBalancedDirections(kept)).toBe(kept);
        for (const one of kept.split('\n')) {
          // Pairs without a mark between them, left out until none is left.
          let rest = one.replace(/[^\u202a-\u202e\u2066-\u2069]/g, '');
          const pairs = /[\u202a\u202b]\u202c|[\u2066-\u2068]\u2069/g;
          while (rest.search(pairs) >= 0) rest = rest.replace(pairs, '');
          expect(rest).toBe('');
        }
      }),
    );
  });

  test.each([
    ['words from right to left', 'שלום (2)', '\u2068שלום (2)\u2069'],
    ['an override in stored words', 'a\u202Eb', '\u2068ab\u2069'],
    ['lines', 'שלום\nabc', '\u2068שלום\u2069\nabc'],
    ['words from left to right', 'Ana (2)', 'Ana (2)'],
    ['an address', 'https://example.org/%D7%A9', 'https://example.org/%D7%A9'],
  ])('are isolated: %s', (_title, words, shown) => expect(isolated(words)).toBe(shown));

  test('are isolated in a text from right to left whatever the words', () => {
    expect(isolated('C++', true)).toBe('\u2068C++\u2069');
    expect(isolated('', true)).toBe('');
    expect(isolated('https://example.org/x', true)).toBe('https://example.org/x');
  });
});

test.each([
  ['Ana\u2800Luz', 'Ana Luz'],
  ['\uFE0FAna', 'Ana'],
  ['A\uFE0Fna', 'Ana'],
  ['\u0301Ana', 'Ana'],
  ['Ana \u0301Luz', 'Ana Luz'],
  ['Ana\u{E0100}', 'Ana'],
  ['Luz ❤️', 'Luz ❤️'],
  ['渡邊\u{E0100}', '渡邊\u{E0100}'],
])('the name %j is %j', (typed, name) => expect(visibleName(typed)).toBe(name));
