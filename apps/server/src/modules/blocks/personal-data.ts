import type { Platform } from '../../platform/platform.ts';

/** Accounts a performer has blocked. Blocked accounts are not informed. */
export const registerBlockData = (platform: Platform): void =>
  platform.personalData.register({
    module: 'blocks',
    tables: ['blocks', 'country_blocks'],
    read: async (executor, accountId) => ({
      data: {
        users: await executor
          .selectFrom('blocks as b')
          .innerJoin('accounts as a', 'a.id', 'b.account_id')
          .select(['a.username', 'b.reason', 'b.created_at'])
          .where('b.performer_id', '=', accountId)
          .orderBy('b.created_at')
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
      await trx.deleteFrom('country_blocks').where('performer_id', '=', accountId).execute();
    },
  });
