import { STRIKES } from '@stagedoor/contract/restrictions.values';
import { isOneOf } from '@stagedoor/contract/keys.values';
import { recordEvent } from '../../platform/database/database.ts';
import type { Outbox } from '../../platform/events/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import { translate } from '../../platform/texts.ts';
import { suspendForStrikes } from '../accounts/index.ts';
import { countStrikes } from '../restrictions/index.ts';

/**
 * Counts the measures against an account after each that an admin decided. At the setting `strikeLimit` the admins are alerted, or the account is
 * suspended, as the owner chose; further measures alert again.
 */
export const registerStrikes = (platform: Platform, outbox: Outbox): void =>
  outbox.on('restrictions.changed', async ({ payload: { restrictionId, accountId, what } }, trx) => {
    if (what !== 'made' && what !== 'upheld') return undefined;
    const limit = platform.settings.get('strikeLimit');
    if (limit === 0) return undefined;
    const row = await trx
      .selectFrom('restrictions as x')
      .innerJoin('accounts as a', 'a.id', 'x.account_id')
      .select(['x.measure', 'x.is_automated', 'a.username', 'a.locale'])
      .where('x.id', '=', restrictionId)
      .executeTakeFirst();
    if (!row || row.is_automated || !isOneOf(STRIKES, row.measure)) return undefined;
    const count = await countStrikes(platform, trx, accountId);
    if (count < limit) return undefined;
    if (platform.settings.get('strikeAction') === 'suspend') {
      const days = platform.settings.get('strikeDays');
      await suspendForStrikes(platform, trx, accountId, translate(row.locale, 'restrictions.strikes', { count, days }));
    }
    await recordEvent(trx, 'moderation.alerted', { what: 'strikes', key: `strikes:${restrictionId}`, count, name: row.username });
    return undefined;
  });
