import type { Platform } from '../../platform/platform.ts';

/** Accounts a performer has blocked, and performers an account has muted or blocked. Neither is informed. */
export const registerBlockData = (platform: Platform): void =>
  platform.personalData.register({
    module: 'blocks',
    tables: ['blocks', 'country_blocks', 'mutes'],
    read: async (executor, accountId) => ({
      data: {
        users: await executor
          .selectFrom('blocks as b')
          .innerJoin('accounts as a', 'a.id', 'b.account_id')
          .select(['a.username', 'b.reason', 'b.created_at'])
          .where('b.performer_id', '=', accountId)
          .where('b.is_performers', '=', true)
          .orderBy('b.created_at')
          .execute(),
        blockedPerformers: await executor
          .selectFrom('blocks as b')
          .innerJoin('accounts as a', 'a.id', 'b.performer_id')
          .select(['a.username', 'b.account_blocked_at'])
          .where('b.account_id', '=', accountId)
          .where('b.is_accounts', '=', true)
          .orderBy('b.account_blocked_at')
          .execute(),
        mutedPerformers: await executor
          .selectFrom('mutes as m')
          .innerJoin('accounts as a', 'a.id', 'm.performer_id')
          .select(['a.username', 'm.created_at'])
          .where('m.account_id', '=', accountId)
          .orderBy('m.created_at')
          .execute(),
        countries: await executor
          .selectFrom('country_blocks')
          .select(['country', 'created_at'])
          .where('performer_id', '=', accountId)
          .orderBy('country')
          .execute(),
      },
    }),
    async erase(trx, accountId) {
      await trx
        .deleteFrom('blocks')
        .where((where) => where.or([where('performer_id', '=', accountId), where('account_id', '=', accountId)]))
        .execute();
      await trx
        .deleteFrom('mutes')
        .where((where) => where.or([where('performer_id', '=', accountId), where('account_id', '=', accountId)]))
        .execute();
      await trx.deleteFrom('country_blocks').where('performer_id', '=', accountId).execute();
    },
  });
