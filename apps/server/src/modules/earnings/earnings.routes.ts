import { earnings } from '@stagedoor/contract/earnings';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';
import { getEarningStats, listEarnings } from './earnings.queries.ts';
import { exportEarnings } from './export-earnings.queries.ts';

export const bindEarnings = (bind: Bind, platform: Platform): void =>
  bind(earnings, {
    'GET /earning/stats': (call, { query }) => getEarningStats(platform, call.viewer.accountId, query),
    'GET /earning/export': (call, { query }) => exportEarnings(platform, call.viewer.accountId, query, call.locale),
    'GET /earning/search': (call, { query }) => listEarnings(platform, call.viewer.accountId, query),
  });
