import { SETTINGS, SETTING_BOUNDS, type SettingKey, isSettingKey } from '@stagedoor/contract/settings';
import { FieldsError } from '../errors.ts';
import { cleanHtml } from '../html/clean-html.ts';
import { ruleOf } from '../http/validation.ts';
import { payableProblems } from './payable-settings.ts';

/** Settings that contain HTML: sanitized on write and on read. */
const HTML_KEYS: readonly SettingKey[] = ['footerContent'];

export const containsHtml = (key: SettingKey): boolean => HTML_KEYS.includes(key);

/** Tells if PostgreSQL can store all strings in a value: no NUL, no lone surrogates. */
const isStorable = (value: unknown): boolean => {
  let storable = true;
  JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner === 'string' && (!inner.isWellFormed() || inner.includes('\0'))) storable = false;
    return inner;
  });
  return storable;
};

export interface SettingChange {
  key: SettingKey;
  value: unknown;
  /** Delete the row, which restores the default. */
  isReset?: boolean;
}

/** Changes that may be written, and each setting's value once they are. */
export interface CheckedChanges {
  changes: readonly SettingChange[];
  resulting(key: SettingKey): unknown;
}

interface Problem {
  property: string;
  rule: string;
  values?: Record<string, unknown>;
}

const resultingOf =
  (changes: readonly SettingChange[], current: (key: SettingKey) => unknown) =>
  (key: SettingKey): unknown =>
    (changes.find((change) => change.key === key) ?? { value: current(key) }).value;

/** Parses each value by its setting's schema, and collects what is wrong with them. */
const parseValues = (values: Record<string, unknown>): { problems: Problem[]; parsed: SettingChange[] } => {
  const problems: Problem[] = [];
  const parsed: SettingChange[] = [];
  for (const [key, value] of Object.entries(values)) {
    if (!isSettingKey(key) || !isStorable(value)) {
      problems.push({ property: key, rule: 'invalid' });
      continue;
    }
    const given = containsHtml(key) && typeof value === 'string' ? cleanHtml(value) : value;
    const result = SETTINGS[key].schema.safeParse(given, { reportInput: true });
    if (result.success) parsed.push({ key, value: result.data });
    else problems.push({ property: key, ...ruleOf(result.error.issues[0]!) });
  }
  return { problems, parsed };
};

/**
 * Checks the values of settings that an admin sent, each by itself and together with those that stay.
 *
 * @throws FieldsError for an unknown key or an invalid value
 */
export const checkValues = (values: Record<string, unknown>, current: (key: SettingKey) => unknown): CheckedChanges => {
  const { problems, parsed } = parseValues(values);
  const resulting = resultingOf(parsed, current);
  for (const [low, high] of SETTING_BOUNDS) {
    if (Number(resulting(low)) <= Number(resulting(high))) continue;
    problems.push({ property: parsed.some(({ key }) => key === low) ? low : high, rule: 'bounds' });
  }
  if (problems.length === 0) problems.push(...payableProblems(resulting));
  if (problems.length > 0) throw new FieldsError(problems);
  return { changes: parsed, resulting };
};

/**
 * Checks that settings may be reset to their defaults.
 *
 * @throws FieldsError for an unknown key, and for defaults that don't go with the settings that stay
 */
export const checkReset = (
  keys: readonly string[],
  current: (key: SettingKey) => unknown,
  defaultOf: (key: SettingKey) => unknown,
): CheckedChanges => {
  const unknown = keys.filter((key) => !isSettingKey(key));
  if (unknown.length > 0) throw new FieldsError(unknown.map((property) => ({ property, rule: 'invalid' })));
  const changes = keys.filter(isSettingKey).map((key) => ({ key, value: defaultOf(key), isReset: true }));
  const resulting = resultingOf(changes, current);
  const problems = payableProblems(resulting);
  if (problems.length > 0) throw new FieldsError(problems);
  return { changes, resulting };
};
