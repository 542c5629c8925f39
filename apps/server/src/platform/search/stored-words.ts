import { PARSERS } from './parsers.ts';

/** A text whose words are stored: `field` is a letter that stands before each of its words, so that the index tells fields and kinds apart. */
export interface Field {
  field: string;
  text: string;
  /** How much a match is worth: A for titles and names, B for tags and crafts, C for other texts. */
  weight: 'A' | 'B' | 'C';
  /** Names are stored in both their spellings. */
  isName?: boolean;
  /** Stored as one word, for who is called exactly as typed. */
  isWhole?: boolean;
}

/** All texts of one row together; PostgreSQL refuses documents of a megabyte. */
const MAX_WORDS = 5000;

const quoted = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** The words of texts, by every parser of this release, as text that PostgreSQL casts to `tsvector`. */
export const storedWords = (fields: readonly Field[]): string =>
  PARSERS.map((parser) => {
    const weights = new Map<string, string>();
    for (const { field, text, weight, isName, isWhole } of fields)
      for (const token of (isWhole ? parser.wholeTokensOf : isName ? parser.nameTokensOf : parser.tokensOf)(text)) {
        const word = `${parser.letter}${field}${token}`;
        const known = weights.get(word);
        if (known === undefined ? weights.size < MAX_WORDS : weight < known) weights.set(word, weight);
      }
    return [...weights].map(([word, weight]) => `${quoted(word)}:1${weight}`).join(' ');
  }).join(' ');
