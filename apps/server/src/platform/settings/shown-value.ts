import { SETTINGS, type SettingKey } from '@stagedoor/contract/settings';

/** Maximum length of a value in the audit log; the log of changes has the full values. */
const MAX_QUOTED = 300;

/** Tells if a setting's value is never shown. */
export const isSecret = (key: SettingKey): boolean => (SETTINGS[key] as { secret?: boolean }).secret === true;

/** A value as the logs may show it. */
export const shownValue = (key: SettingKey, value: unknown): unknown => (isSecret(key) ? '•••' : value);

/** A value as the audit log quotes it. */
export const truncatedValue = (key: SettingKey, value: unknown): unknown => {
  const shown = shownValue(key, value);
  const text = JSON.stringify(shown) ?? 'null';
  return text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : shown;
};
