import { performerFilter, accountFilter } from '@stagedoor/contract/admin-people';
import { orderFilter, transactionFilter } from '@stagedoor/contract/admin-money';
import { payoutFilter } from '@stagedoor/contract/admin-payouts';
import { subscriptionFilter } from '@stagedoor/contract/admin-subscriptions';
import type { AdminList } from '@stagedoor/contract/bulk-acts.values';
import { contentFilter } from '@stagedoor/contract/catalog';
import { reportFilter } from '@stagedoor/contract/reports';
import type { z } from 'zod';
import type { Listed } from '../../platform/listed.ts';
import { NEWEST_FIRST } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { listedAccounts, listedOrders, listedPerformers, listedSubscriptions, listedTransactions } from '../admin/index.ts';
import { listedContent } from '../catalog/index.ts';
import { listedPayouts } from '../payouts/index.ts';
import { listedReports } from '../reports/index.ts';

type ListedBy<Filter> = (platform: Platform, filter: Filter) => Listed<unknown> | Promise<Listed<unknown>>;

/** @throws ZodError for a filter that is none of the list */
const narrowedBy =
  <Filter extends z.ZodType>(schema: Filter, listed: ListedBy<z.output<Filter>>) =>
  async (platform: Platform, filter: unknown): Promise<Listed<unknown>> =>
    listed(platform, schema.parse(filter));

/** Each list of the administration, narrowed by its own filter. */
export const LISTS: Readonly<Record<AdminList, (platform: Platform, filter: unknown) => Promise<Listed<unknown>>>> = {
  accounts: narrowedBy(accountFilter, listedAccounts),
  performers: narrowedBy(performerFilter, (platform, filter) => listedPerformers(platform, { ...filter, ...NEWEST_FIRST })),
  subscriptions: narrowedBy(subscriptionFilter, (platform, filter) => listedSubscriptions(platform, { ...filter, ...NEWEST_FIRST })),
  content: narrowedBy(contentFilter, (platform, filter) => listedContent(platform, { ...filter, ...NEWEST_FIRST })),
  reports: narrowedBy(reportFilter, (_platform, filter) => listedReports({ ...filter, ...NEWEST_FIRST })),
  orders: narrowedBy(orderFilter, (platform, filter) => listedOrders(platform, { ...filter, ...NEWEST_FIRST })),
  ledger: narrowedBy(transactionFilter, (platform, filter) => listedTransactions(platform, { ...filter, ...NEWEST_FIRST })),
  payouts: narrowedBy(payoutFilter, (platform, filter) => listedPayouts(platform, { ...filter, ...NEWEST_FIRST })),
};

/** The filter that lets every row of a list with acts through; parts of other items are rows too. */
export const EVERY_ROW = { withParts: true } as const;
