// Folding takes from a text what people don't type when they search: case, accents, width, vowel points, the shape of a letter at a word's end.
// Texts and queries are folded by this function alone (decision 117). What it returns is stored, so any change of it is a new version of the
// parser (`versions.ts`): a test pins it by a fingerprint.

/** Longer texts are cut. */
const MAX_CHARACTERS = 100_000;

/** Scripts written without spaces, whose words nobody can tell by looking: they are cut into pairs of characters. */
export const PAIRED = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Hangul}`;
/** Scripts written without spaces whose characters carry marks: they are cut into three characters with their marks. */
export const CLUSTERED = String.raw`\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tai_Le}\p{scx=New_Tai_Lue}\p{scx=Tai_Tham}\p{scx=Tai_Viet}\p{scx=Javanese}\p{scx=Balinese}`;

/** Malayalam consonants that lose their vowel are written as one letter or as three characters; so is the Bengali ta. */
const SHORTENED = new Map([
  ['ണ്', 'ൺ'],
  ['ന്', 'ൻ'],
  ['ര്', 'ർ'],
  ['ല്', 'ൽ'],
  ['ള്', 'ൾ'],
  ['ക്', 'ൿ'],
  ['ত্', 'ৎ'],
]);
const SHORTENING = new RegExp(`(${[...SHORTENED.keys()].join('|')})\u200d`, 'gu');

/** Marks of Latin, Greek and Cyrillic, which people leave out. */
const ACCENTS = String.raw`\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f`;
/** The breve of й and ў and the dots of ї make letters of their own. */
const OWN_LETTERS = new RegExp(String.raw`([ИиУу])([${ACCENTS}]*?)\u0306|([Іі])([${ACCENTS}]*?)\u0308`, 'gu');
const KEPT_BREVE = '\u{f0000}';
const KEPT_DOTS = '\u{f0001}';
const DROPPED = new RegExp(
  [
    String.raw`[${ACCENTS}]`,
    // Hebrew points and accents, without the punctuation between them.
    String.raw`[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]`,
    // Arabic vowel signs, seats of hamza and the stroke that lengthens a word; Syriac points; the dot and the accents of Devanagari.
    String.raw`[\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u08ca-\u08e1\u08e3-\u08ff]`,
    String.raw`[\u0711\u0730-\u074a\u093c\u0951-\u0954]`,
  ].join('|'),
  'gu',
);

const withoutMarks = (text: string): string =>
  text
    .replace(OWN_LETTERS, (_, cyrillic?: string, before?: string, ukrainian?: string, more?: string) =>
      cyrillic ? cyrillic + before! + KEPT_BREVE : ukrainian! + more! + KEPT_DOTS,
    )
    .replace(DROPPED, '')
    .replaceAll(KEPT_BREVE, '\u0306')
    .replaceAll(KEPT_DOTS, '\u0308');

/** Letters that have another usual spelling: what each becomes, and the letters that become it. */
const SAME: readonly (readonly [string, string])[] = [
  ['l', 'ł'],
  ['d', 'đðɗ'],
  ['o', 'øɔ'],
  ['ae', 'æ'],
  ['oe', 'œ'],
  ['th', 'þ'],
  ['h', 'ħ'],
  ['t', 'ŧ'],
  ['n', 'ŋ'],
  ['k', 'ĸƙ'],
  ['e', 'əǝɛ'],
  ['b', 'ɓ'],
  ['y', 'ƴ'],
  ['σ', 'ς'],
  ['כ', 'ך'],
  ['מ', 'ם'],
  ['נ', 'ן'],
  ['פ', 'ף'],
  ['צ', 'ץ'],
  ['וו', 'װ'],
  ['וי', 'ױ'],
  ['יי', 'ײ'],
  ['ي', 'ىیېۍ'],
  ['ه', 'ةۃہھە'],
  ['ك', 'کڪ'],
  ['ا', 'ٱ'],
  ['\u0902', '\u0901'],
];
const UNIFIED = new Map(SAME.flatMap(([letter, others]) => Array.from(others, (other) => [other, letter] as const)));
const UNIFYING = new RegExp(`[${[...UNIFIED.keys()].join('')}]`, 'gu');

const DIGIT = /\p{Nd}/u;
/** The digits of a script follow each other in tens. */
const digitOf = (digit: string): string => {
  const code = digit.codePointAt(0)!;
  let before = 0;
  while (DIGIT.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
};
const digits = new Map<string, string>();
const toDigit = (digit: string): string => {
  const known = digits.get(digit) ?? digitOf(digit);
  digits.set(digit, known);
  return known;
};

const KATAKANA_TO_HIRAGANA = 0x60;

const UNSPACED = new RegExp(`[${PAIRED}${CLUSTERED}]`, 'u');
const hasUnspaced = (character: string | undefined): boolean => character !== undefined && UNSPACED.test(character);
const ZERO_WIDTH_SPACE = '\u200b';
/** A space of no width ends a word, except within scripts that are cut into pairs and threes anyway. */
const spaceBetween = (before: string, after: string): string =>
  hasUnspaced(Array.from(before.slice(-2)).at(-1)) && hasUnspaced(Array.from(after.slice(0, 2))[0]) ? '' : ' ';
const withoutZeroWidthSpaces = (text: string): string => {
  if (!text.includes(ZERO_WIDTH_SPACE)) return text;
  return text.split(/\u200b+/u).reduce((before, after) => before + spaceBetween(before, after) + after);
};

/**
 * Folds a text: lower case, without marks that people leave out, each letter and digit in one spelling.
 * @returns a text whose folding is itself
 */
export const fold = (text: string): string => {
  const bare = withoutMarks(
    text
      .slice(0, MAX_CHARACTERS)
      .toWellFormed()
      // The two characters that keep marks while others are dropped stand for nothing in a text.
      .replace(/[\u{f0000}\u{f0001}]/gu, ' ')
      .normalize('NFKD')
      .replace(SHORTENING, (_, letters: string) => SHORTENED.get(letters)!),
  );
  const lower = withoutMarks(bare.toLowerCase().toUpperCase().toLowerCase().normalize('NFKD')).normalize('NFC');
  const unified = lower
    .replace(UNIFYING, (letter) => UNIFIED.get(letter)!)
    // The tone of a Thai or Lao am, which NFKD takes apart, comes behind its circle; two signs e look like one ae.
    .replace(/([\u0e48-\u0e4b\u0ec8-\u0ecb])([\u0e4d\u0ecd])/gu, '$2$1')
    .replace(/\u0e40\u0e40/gu, '\u0e41')
    .replace(/\u0ec0\u0ec0/gu, '\u0ec1')
    .replace(/(?![0-9])\p{Nd}/gu, toDigit)
    .replace(/[\u30a1-\u30f6\u30fd\u30fe]/gu, (kana) => String.fromCodePoint(kana.codePointAt(0)! - KATAKANA_TO_HIRAGANA));
  return (
    withoutZeroWidthSpaces(unified)
      // Between Arabic letters it shows where a word is put together; nothing else that is invisible stays.
      .replace(/(?<=\p{Script=Arabic})\u200c(?=\p{Script=Arabic})/gu, '\u{f0000}')
      .replace(/\p{DI}/gu, '')
      .replaceAll('\u{f0000}', '\u200c')
      .normalize('NFC')
  );
};

/** The second way to write the letters of a name without marks. */
const NAME_LETTERS = new Map([
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ø', 'oe'],
  ['ü', 'ue'],
  ['å', 'aa'],
]);

/** A name folded in its second spelling: Müller as mueller. The same as `fold` where there is none. */
export const foldSecondName = (name: string): string =>
  fold(
    name
      .slice(0, MAX_CHARACTERS)
      .normalize('NFC')
      .toLowerCase()
      .replace(/[äöøüå]/gu, (letter) => NAME_LETTERS.get(letter)!),
  );
