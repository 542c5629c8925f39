// Judges texts by what a reader sees, without Zod, so that forms and calls judge alike (decision 102).

/**
 * Blank signs that Unicode counts as letters or symbols: the blank Braille pattern, the object replacement character, the null notehead and
 * the blank hieroglyphs.
 */
const BLANK = '\\u2800\\ufffc\\u{1d159}\\u{13441}\\u{13442}';
/** Anything but white space, control and format characters, unassigned ones, blank signs, and marks, which need a letter to stand on. */
const SEEN = new RegExp(`[^\\p{Z}\\p{C}\\p{M}\\p{Default_Ignorable_Code_Point}${BLANK}]`, 'u');
/** Symbols and emoji of a Unicode version that the engine doesn't know yet are unassigned, but seen where a font has them. */
const NEW_SYMBOLS = /[\u{1f000}-\u{1faff}]/u;

/** Tells whether anything of a text can be seen. */
export const isVisible = (text: string): boolean => SEEN.test(text) || NEW_SYMBOLS.test(text);

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/** Tells whether a text has characters that can't be shown: halves of characters, and controls other than tabs and line breaks. */
export const hasUnshowable = (text: string): boolean => !text.isWellFormed() || CONTROLS.test(text);

const EMBEDDINGS = '\u202a\u202b';
const OVERRIDES = '\u202d\u202e';
const POP = '\u202c';
const ISOLATES = '\u2066\u2067\u2068';
const POP_ISOLATE = '\u2069';
/** Characters that end a paragraph, and with it every direction that was opened in it (https://www.unicode.org/reports/tr9/#B). */
const PARAGRAPH_ENDS = '\n\r\u001c\u001d\u001e\u0085\u2029';
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/;

/** Openings that wait for their end, and the positions of all characters to leave out. */
const unbalanced = (characters: readonly string[]): Set<number> => {
  const dropped = new Set<number>();
  let open: { position: number; isIsolate: boolean }[] = [];
  const dropOpen = (): void => {
    for (const { position } of open) dropped.add(position);
    open = [];
  };
  for (const [position, character] of characters.entries()) {
    if (PARAGRAPH_ENDS.includes(character)) dropOpen();
    else if (EMBEDDINGS.includes(character)) open.push({ position, isIsolate: false });
    else if (ISOLATES.includes(character)) open.push({ position, isIsolate: true });
    else if (OVERRIDES.includes(character)) {
      // Left out with its end: no language needs its letters turned around.
      dropped.add(position);
      open.push({ position, isIsolate: false });
    } else if (character === POP) {
      const last = open.at(-1);
      if (last && !last.isIsolate) open.pop();
      if (!last || last.isIsolate || dropped.has(last.position)) dropped.add(position);
    } else if (character === POP_ISOLATE) {
      const opening = open.findLastIndex(({ isIsolate }) => isIsolate);
      if (opening < 0) dropped.add(position);
      else for (const { position: unclosed, isIsolate } of open.splice(opening)) if (!isIsolate) dropped.add(unclosed);
    }
  }
  dropOpen();
  return dropped;
};

/**
 * A text that turns no words but its own: overrides of the direction of writing are left out, and embeddings and isolates that aren't closed
 * on their line, or that close nothing. Balanced ones stay, as do the marks that have no end (U+200E, U+200F, U+061C).
 */
export const withBalancedDirections = (text: string): string => {
  if (!DIRECTIONS.test(text)) return text;
  const characters = Array.from(text);
  const dropped = unbalanced(characters);
  return characters.filter((_, position) => !dropped.has(position)).join('');
};

/** Line breaks of old systems and of Unicode. */
const OTHER_BREAKS = /\r(?!\n)|[\u2028\u2029]/g;

/** A text as it is stored: trimmed, its directions balanced, with usual line breaks; empty when nothing of it can be seen. */
export const readableText = (text: string): string =>
  isVisible(text) ? withBalancedDirections(text.replace(OTHER_BREAKS, '\n')).trim() : '';

/** Invisible characters; the two joiners are allowed where they join letters or emoji. */
const INVISIBLE_CHARACTERS =
  /(?![\ufe00-\ufe0f\u{e0100}-\u{e01ef}]|\u200c|\u200d)[\p{Cf}\p{Default_Ignorable_Code_Point}]|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}])[\u200c\u200d]/gu;
/** Variants of emoji, of the digits of keycaps and of Han characters; elsewhere they change nothing. */
const STRAY_VARIATIONS = /(?<![\p{Emoji}\p{Script=Han}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;

/**
 * A name without what can't be seen: signs that turn the direction of writing, signs without width, marks without a letter, and heaps of marks
 * on one letter are dropped; every kind of space is one space.
 */
export const visibleName = (value: string): string =>
  value
    .normalize('NFC')
    .replace(INVISIBLE_CHARACTERS, '')
    .replace(STRAY_VARIATIONS, '')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .replace(/[\p{Z}\t\u2800]+/gu, ' ')
    .replace(/(^| )\p{M}+/gu, '$1')
    .trim();

// biome-ignore lint/suspicious/noControlCharactersInRegex: they end a paragraph, as in PARAGRAPH_ENDS
const PARAGRAPHS = /[^\n\r\u001c-\u001e\u0085\u2029]+/g;
const FIRST_STRONG_ISOLATE = '\u2068';
/** Letters of scripts that are written from right to left (their blocks and what is between them), and marks of direction. */
const TURNING = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u200e\u200f\u202a-\u202e\u2066-\u2069\u{10800}-\u{1efff}]/u;
/**
 * Somebody's words, isolated for a plain text: they show in their own direction, and turn nothing around them. Line by line, because a line
 * break ends an isolate. Words that turn nothing stay as they are, in a text from left to right.
 */
export const isolated = (words: string, isRightToLeft = false): string =>
  words.replace(PARAGRAPHS, (line) => {
    // Programs that make links would take a mark for a part of an address.
    const needsMarks = TURNING.test(line) || (isRightToLeft && !line.startsWith('http'));
    // Short code, since every page has it. Its own marks of direction are left out: one could end the isolate.
    return needsMarks ? `${FIRST_STRONG_ISOLATE}${line.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')}${POP_ISOLATE}` : line;
  });
