import type { Platform } from '../../platform/platform.ts';
import { viewPayoutDetails } from './payout-details.ts';

/** Where earnings are sent, masked: the owner has them, whoever gets hold of an export shouldn't. The names they went by stay by law. */
export const registerPayoutPersonalData = (platform: Pick<Platform, 'personalData' | 'sealing'>): void => {
  platform.personalData.register({
    module: 'payout-details',
    read: async (executor, accountId) => ({
      data: {
        payoutDetails: await viewPayoutDetails(platform, executor, accountId),
        names: await executor
          .selectFrom('performer_names')
          .select(['kind', 'name', 'created_at'])
          .where('performer_id', '=', accountId)
          .orderBy('created_at')
          .execute(),
      },
    }),
    erase: async (trx, accountId) => {
      await trx.deleteFrom('payout_details').where('performer_id', '=', accountId).execute();
    },
    keeps: [{ what: 'personalData.kept.performerNames', years: 7 }],
  });
};
