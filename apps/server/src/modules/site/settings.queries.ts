import { DERIVED_KEYS, MONEY_KEYS, SETTINGS, controlOf, isSettingKey } from '@stagedoor/contract/settings';
import { isOneOf, keysOf } from '@stagedoor/contract/keys.values';
import { sql } from 'kysely';
import { type ListQuery, type Sorts, allOf, by, limitOf, readPage, sorted } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { shownValue } from '../../platform/settings/shown-value.ts';

/** Every setting as the administration shows it; secret values are withheld. */
export const listAdminSettings = async ({ settings }: Pick<Platform, 'settings'>) => {
  const isMoneyLocked = await settings.isMoneyLocked();
  return keysOf(SETTINGS).map((key) => {
    const definition: { group: string; public?: boolean; secret?: boolean } = SETTINGS[key];
    return {
      key,
      group: definition.group,
      value: definition.secret ? null : settings.get(key),
      default: definition.secret ? null : settings.defaultOf(key),
      control: controlOf(key),
      isDefault: settings.isDefault(key),
      isPublic: definition.public === true,
      isSecret: definition.secret === true,
      isLocked: isOneOf(DERIVED_KEYS, key) || (isMoneyLocked && MONEY_KEYS.includes(key)),
    };
  });
};

interface ChangeRow {
  id: string;
  key: string;
  old_value: unknown;
  new_value: unknown;
  changed_at: Date;
  changed_by: string | null;
  username: string | null;
  name: string | null;
}

/** Changes are never changed; their ids follow the order of creation. */
const CHANGE_SORTS: Sorts<'createdAt' | 'updatedAt'> = { createdAt: by.id(sql`c.id`), updatedAt: by.id(sql`c.id`) };

/** The change log of settings; for one key or all. */
export const listSettingChanges = async ({ database }: Pick<Platform, 'database'>, query: ListQuery & { key?: string | undefined }) => {
  const where = allOf(query.key !== undefined && sql`c.key = ${query.key}`);
  const { order } = sorted(CHANGE_SORTS, query, sql`c.id`);
  const page = sql<ChangeRow>`
    select c.id, c.key, c.old_value, c.new_value, c.changed_at, c.changed_by, a.username, a.name
    from setting_changes c left join accounts a on a.id = c.changed_by where ${where} order by ${order} ${limitOf(query)}`;
  const { rows, ...totals } = await readPage(database, query, page, sql`from setting_changes c where ${where}`);
  const shown = (of: string, value: unknown): unknown => (isSettingKey(of) ? shownValue(of, value) : value);
  return {
    data: rows.map((row) => ({
      _id: row.id,
      key: row.key,
      from: shown(row.key, row.old_value),
      to: shown(row.key, row.new_value),
      changedBy:
        row.changed_by && row.username !== null && row.name !== null
          ? { _id: row.changed_by, username: row.username, name: row.name }
          : null,
      changedAt: row.changed_at.toISOString(),
    })),
    ...totals,
  };
};
