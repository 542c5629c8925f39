import { STRIKES } from '@stagedoor/contract/restrictions.values';
import { sql } from 'kysely';
import type { Executor } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';

/** Counts the measures that admins decided against an account within the setting `strikeDays`; lifted ones don't count. */
export const countStrikes = async (
  { settings, clock }: Pick<Platform, 'settings' | 'clock'>,
  executor: Executor,
  accountId: string,
): Promise<number> => {
  const since = new Date(clock.now().getTime() - settings.get('strikeDays') * 86_400_000);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from restrictions x
    where x.account_id = ${accountId}::uuid and x.state = 'active' and x.measure = any(${[...STRIKES]}::text[]) and not x.is_automated
      and x.created_at >= ${since}`.execute(executor);
  return rows[0]!.count;
};
