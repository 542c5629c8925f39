import { blocks } from '@stagedoor/contract/blocks';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';
import { listBlockedCountries, setBlockedCountries } from './block-countries.ts';
import { hidePerformer, listHiddenPerformers, showPerformer } from './hide-performers.ts';
import { blockUser, listBlockedUsers, unblockUser } from './block-users.ts';

export const bindBlocks = (bind: Bind, platform: Platform): void =>
  bind(blocks, {
    'GET /performer/block/countries': async (call) => ({ countries: await listBlockedCountries(platform, call.viewer.accountId) }),
    'POST /performer/block/countries': async (call, { body }) => {
      await setBlockedCountries(platform, call.viewer.accountId, body.countries, call.idempotency);
      return { countries: await listBlockedCountries(platform, call.viewer.accountId) };
    },
    'GET /performer/block/users': (call, { query }) => listBlockedUsers(platform, call.viewer.accountId, query),
    'POST /performer/block/users': (call, { body }) => blockUser(platform, call.viewer.accountId, body, call.idempotency),
    'DELETE /performer/block/users/{id}': async (call, { params }) => {
      await unblockUser(platform, call.viewer.accountId, params.id, call.idempotency);
      return { success: true } as const;
    },
    'GET /hidden-performers': (call, { query }) => listHiddenPerformers(platform, call.viewer.accountId, query),
    'POST /hidden-performers': (call, { body }) => hidePerformer(platform, call, body.performerId, body.how, call.idempotency),
    'DELETE /hidden-performers/{id}': async (call, { params }) => {
      await showPerformer(platform, call.viewer.accountId, params.id, call.idempotency);
      return { success: true } as const;
    },
  });
