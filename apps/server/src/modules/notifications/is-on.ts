import { NOTIFICATION_TRAITS, type NotificationChannel, type NotificationKind } from '@stagedoor/contract/notifications.values';
import { type RawBuilder, sql } from 'kysely';

/** Whether an account gets a kind by a channel, in a statement: its choice, or how the channel begins. */
export const isOn = (channel: NotificationChannel, kind: NotificationKind, accountId: RawBuilder<unknown>): RawBuilder<boolean> => {
  const use = NOTIFICATION_TRAITS[kind][channel];
  return use === 'always'
    ? sql<boolean>`true`
    : sql<boolean>`coalesce((select x.is_on from notification_choices x
        where x.account_id = ${accountId} and x.kind = ${kind} and x.channel = ${channel}), ${use === 'on'}::boolean)`;
};
