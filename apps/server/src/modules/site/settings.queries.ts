import { MONEY_KEYS, SETTINGS, type SettingKey, controlOf, isSettingKey } from '@stagedoor/contract/settings';
import type { Platform } from '../../platform/platform.ts';
import { shownValue } from '../../platform/settings/settings.ts';

/** Every setting as the administration shows it; secret values are withheld. */
export const listAdminSettings = async ({ settings }: Pick<Platform, 'settings'>) => {
  const isMoneyLocked = await settings.isMoneyLocked();
  return (Object.keys(SETTINGS) as SettingKey[]).map((key) => {
    const definition: { group: string; default: unknown; public?: boolean; secret?: boolean } = SETTINGS[key];
    return {
      key,
      group: definition.group,
      value: definition.secret ? null : settings.get(key),
      default: definition.secret ? null : definition.default,
      control: controlOf(key),
      isDefault: settings.isDefault(key),
      isPublic: definition.public === true,
      isSecret: definition.secret === true,
      isLocked: isMoneyLocked && MONEY_KEYS.includes(key),
    };
  });
};

/** The change log of settings, newest first; for one key or all. */
export const listSettingChanges = async (
  { database }: Pick<Platform, 'database'>,
  query: { limit: number; offset: number; key?: string | undefined },
) => {
  const { key } = query;
  const { total } = await database
    .selectFrom('setting_changes')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .$if(key !== undefined, (changes) => changes.where('key', '=', key!))
    .executeTakeFirstOrThrow();
  const rows = await database
    .selectFrom('setting_changes')
    .leftJoin('accounts', 'accounts.id', 'setting_changes.changed_by')
    .select(['setting_changes.id', 'key', 'old_value', 'new_value', 'changed_at', 'changed_by', 'accounts.username', 'accounts.name'])
    .$if(key !== undefined, (changes) => changes.where('key', '=', key!))
    .orderBy('setting_changes.id', 'desc')
    .limit(query.limit)
    .offset(query.offset)
    .execute();
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
    total: Number(total),
  };
};
