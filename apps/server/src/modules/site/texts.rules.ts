import { hasUnshowable } from '@stagedoor/contract/visible-text.values';

/** Why a text is invalid, or null. The values are rules of `validation.<rule>`. */
export type TextProblem = 'unknownText' | 'placeholders' | 'markup' | 'controlCharacters' | 'tooLong';

const MAX_LENGTH = 4000;

/** The placeholders of a text, each once, sorted. */
export const placeholdersOf = (text: string): string =>
  [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!))].toSorted().join(' ');

/** Plural forms may omit the number ("one seat"); all other placeholders must match. */
const withoutCount = (placeholders: string): string =>
  placeholders
    .split(' ')
    .filter((name) => name !== 'count')
    .join(' ');

/**
 * Validates a replacement of a built-in text: the same placeholders as the English, no markup.
 * @param english the built-in text, or undefined for an unknown key
 * @param isPlural whether it is a plural form
 */
export const textProblem = (english: string | undefined, value: string, isPlural: boolean): TextProblem | null => {
  if (english === undefined) return 'unknownText';
  if (value.length > MAX_LENGTH) return 'tooLong';
  if (hasUnshowable(value)) return 'controlCharacters';
  if (/<\s*[a-z!/?]/i.test(value)) return 'markup';
  const [ours, theirs] = [placeholdersOf(english), placeholdersOf(value)];
  const isSame = isPlural ? withoutCount(ours) === withoutCount(theirs) : ours === theirs;
  // i18next would also interpret `$t(…)` and `{{- raw}}`.
  return isSame && !/\$t\(|\{\{\s*-/.test(value) && (value.match(/\{\{/g)?.length ?? 0) === [...value.matchAll(/\{\{\w+\}\}/g)].length
    ? null
    : 'placeholders';
};
