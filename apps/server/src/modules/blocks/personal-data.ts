import type { PersonalData } from '../../platform/personal-data.ts';

/** Whom somebody has blocked, and why. Who has blocked somebody is the others' own. */
export const registerBlocksPersonalData = (personalData: PersonalData): void =>
  personalData.register({
    module: 'blocks',
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
    erase: async (trx, accountId) => {
      await trx
        .deleteFrom('blocks')
        .where((where) => where.or([where('performer_id', '=', accountId), where('account_id', '=', accountId)]))
        .execute();
      await trx.deleteFrom('country_blocks').where('performer_id', '=', accountId).execute();
    },
  });
