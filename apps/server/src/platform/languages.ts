import { BUILT_IN_LANGUAGES, DEFAULT_LOCALE, isBuiltInLocale } from '@stagedoor/contract/texts/text';
import type { Database } from './database/database.ts';
import type { Listener } from './database/listener.ts';
import { setCatalogue } from './texts.ts';

/** The site's languages and texts: cached in memory, and reloaded on every node when they change in the database. */
export interface Languages {
  reload(): Promise<void>;
  onChange(handler: () => void): void;
}

/** Loads languages and changed texts, and reloads them on every change. */
export const createLanguages = async (database: Database, listener: Listener | undefined): Promise<Languages> => {
  const handlers: (() => void)[] = [];

  const read = async (): Promise<void> => {
    const [languageRows, rows] = await Promise.all([
      database.selectFrom('languages').select(['locale', 'name', 'is_right_to_left', 'is_enabled']).orderBy('name').execute(),
      database.selectFrom('site_texts').select(['locale', 'key', 'value']).execute(),
    ]);
    const changed = new Map<string, Map<string, string>>();
    for (const { locale, key, value } of rows) {
      const texts = changed.get(locale) ?? new Map<string, string>();
      changed.set(locale, texts.set(key, value));
    }
    // A built-in language is disabled by its row; the default one can't be disabled.
    const disabled = new Set(
      languageRows.filter(({ locale, is_enabled }) => !is_enabled && locale !== DEFAULT_LOCALE).map(({ locale }) => locale),
    );
    const custom = languageRows
      .filter(({ locale, is_enabled }) => is_enabled && !isBuiltInLocale(locale))
      .map(({ locale, name, is_right_to_left }) => ({ locale, name, isRightToLeft: is_right_to_left }));
    setCatalogue({ languages: [...BUILT_IN_LANGUAGES.filter(({ locale }) => !disabled.has(locale)), ...custom], changed });
    for (const handler of handlers) handler();
  };

  // Serialized, so that an older result can't overwrite a newer one.
  let reading: Promise<void> = Promise.resolve();
  const reload = (): Promise<void> => {
    reading = reading.catch(() => {}).then(read);
    return reading;
  };
  await reload();
  listener?.listen('texts', reload);
  return { reload, onChange: (handler) => void handlers.push(handler) };
};
