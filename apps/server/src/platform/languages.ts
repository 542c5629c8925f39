import { BUILT_IN_LANGUAGES, DEFAULT_LOCALE, isBuiltInLocale } from '@stagedoor/contract/texts/text';
import type { Database } from './database/database.ts';
import type { Listener } from './database/listener.ts';
import { setCatalogue } from './texts.ts';

/** The site's languages and texts: said from memory, changed in the database, heard of by every node at once. */
export interface Languages {
  reload(): Promise<void>;
  onChange(handler: () => void): void;
}

/** Reads languages and changed texts, and again whenever any of them changes. */
export const createLanguages = async (database: Database, listener: Listener | undefined): Promise<Languages> => {
  const handlers: (() => void)[] = [];

  const read = async (): Promise<void> => {
    const [known, rows] = await Promise.all([
      database.selectFrom('languages').select(['locale', 'name', 'is_right_to_left', 'is_enabled']).orderBy('name').execute(),
      database.selectFrom('site_texts').select(['locale', 'key', 'value']).execute(),
    ]);
    const changed = new Map<string, Map<string, string>>();
    for (const { locale, key, value } of rows) {
      const texts = changed.get(locale) ?? new Map<string, string>();
      changed.set(locale, texts.set(key, value));
    }
    // A row for a language of ours says that it isn't offered; the default one always is.
    const off = new Set(known.filter(({ locale, is_enabled }) => !is_enabled && locale !== DEFAULT_LOCALE).map(({ locale }) => locale));
    const others = known
      .filter(({ locale, is_enabled }) => is_enabled && !isBuiltInLocale(locale))
      .map(({ locale, name, is_right_to_left }) => ({ locale, name, isRightToLeft: is_right_to_left }));
    setCatalogue({ languages: [...BUILT_IN_LANGUAGES.filter(({ locale }) => !off.has(locale)), ...others], changed });
    for (const handler of handlers) handler();
  };

  // One after the other: an older answer must not come last.
  let reading: Promise<void> = Promise.resolve();
  const reload = (): Promise<void> => {
    reading = reading.catch(() => {}).then(read);
    return reading;
  };
  await reload();
  listener?.listen('texts', () => void reload().catch(() => {}));
  return { reload, onChange: (handler) => void handlers.push(handler) };
};
