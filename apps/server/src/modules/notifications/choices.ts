import type { NotificationChoice } from '@stagedoor/contract/notifications';
import {
  NOTIFICATION_CHANNELS,
  NOTIFICATION_KINDS,
  NOTIFICATION_TRAITS,
  type NotificationChannel,
  type NotificationKind,
  type NotificationTraits,
} from '@stagedoor/contract/notifications.values';
import { sql } from 'kysely';
import { type AccountViewer, hasAdminPermission } from '../../platform/auth/viewer.ts';
import { type Executor, type Idempotency, transact } from '../../platform/database/database.ts';
import { FieldsError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';

interface Choice {
  kind: NotificationKind;
  channel: NotificationChannel;
  isOn: boolean;
}

export const writeChoice = async (executor: Executor, accountId: string, { kind, channel, isOn }: Choice, now: Date): Promise<void> => {
  await sql`
    insert into notification_choices (account_id, kind, channel, is_on, updated_at)
    values (${accountId}::uuid, ${kind}, ${channel}, ${isOn}, ${now})
    on conflict (account_id, kind, channel) do update set is_on = excluded.is_on, updated_at = excluded.updated_at`.execute(executor);
};

/** The kinds that an account can get, with what it chose. */
export const readChoices = async (executor: Executor, viewer: AccountViewer): Promise<{ choices: NotificationChoice[] }> => {
  const chosen = await executor
    .selectFrom('notification_choices')
    .select(['kind', 'channel', 'is_on'])
    .where('account_id', '=', viewer.accountId)
    .execute();
  const isOn = (kind: NotificationKind, channel: NotificationChannel): boolean => {
    const use = NOTIFICATION_TRAITS[kind][channel];
    if (use === 'always') return true;
    return chosen.find((row) => row.kind === kind && row.channel === channel)?.is_on ?? use === 'on';
  };
  const isGiven = ({ isPerformers, isOwners = false, isModerators = false }: NotificationTraits): boolean =>
    (viewer.role === 'performer' || !isPerformers) &&
    (viewer.adminRole === 'owner' || !isOwners) &&
    (hasAdminPermission(viewer, 'content') || !isModerators);
  const kinds = NOTIFICATION_KINDS.filter((kind) => isGiven(NOTIFICATION_TRAITS[kind]));
  return {
    choices: kinds.map((kind) => ({
      kind,
      site: isOn(kind, 'site'),
      mail: isOn(kind, 'mail'),
      fixed: NOTIFICATION_CHANNELS.filter((channel) => NOTIFICATION_TRAITS[kind][channel] === 'always'),
    })),
  };
};

/**
 * Switches a channel on or off for a kind.
 * @throws FieldsError for a channel that is always on
 */
export const choose = async (
  platform: Platform,
  viewer: AccountViewer,
  choice: Choice,
  idempotency: Idempotency | undefined,
): Promise<{ choices: NotificationChoice[] }> => {
  if (NOTIFICATION_TRAITS[choice.kind][choice.channel] === 'always') throw new FieldsError([{ property: 'channel', rule: 'alwaysOn' }]);
  return transact(platform.database, idempotency, async (trx) => {
    await writeChoice(trx, viewer.accountId, choice, platform.clock.now());
    return readChoices(trx, viewer);
  });
};
