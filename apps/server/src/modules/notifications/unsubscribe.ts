import { NOTIFICATION_TRAITS, type NotificationKind, UNSUBSCRIBE_PATH, isNotificationKind } from '@stagedoor/contract/notifications.values';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { writeChoice } from './choices.ts';

/** Whether the mails of a kind can be ended. */
export const isEnded = (kind: NotificationKind): boolean => NOTIFICATION_TRAITS[kind].mail !== 'always';

const TOKEN = /^([a-zA-Z]{1,30})\.([0-9a-f-]{36})\.[\w-]{43}$/;

/** It names kind and account, and is signed with a key of this site; it needs no expiry, as all it can do is end mails. */
const tokenOf = ({ encryption }: Pick<Platform, 'encryption'>, accountId: string, kind: string): string =>
  `${kind}.${accountId}.${encryption.fingerprint(`${kind}.${accountId}`, 'unsubscribe')}`;

/** Where the mails of a kind are ended: a page for people; mail programs send a request to the same address (RFC 8058). */
export const unsubscribeUrl = (platform: Platform, accountId: string, kind: NotificationKind): string =>
  `${platform.config.publicUrl}${UNSUBSCRIBE_PATH}?token=${tokenOf(platform, accountId, kind)}`;

/**
 * Ends the mails of a kind for whoever got the token. Repeating it changes nothing.
 * @throws CodedError TOKEN_INVALID
 */
export const unsubscribe = async (platform: Platform, token: string): Promise<{ kind: NotificationKind }> => {
  const [, kind, accountId] = TOKEN.exec(token) ?? [];
  const isSigned = kind !== undefined && accountId !== undefined && tokenOf(platform, accountId, kind) === token;
  if (!isSigned || !isNotificationKind(kind) || !isEnded(kind)) throw new CodedError('TOKEN_INVALID');
  const account = await platform.database
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('status', '<>', 'deleted')
    .executeTakeFirst();
  if (account) await writeChoice(platform.database, accountId, { kind, channel: 'mail', isOn: false }, platform.clock.now());
  return { kind };
};
