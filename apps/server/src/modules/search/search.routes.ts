import { search } from '@stagedoor/contract/search';
import type { Bind } from '../../platform/http/pipeline.ts';
import { ONE_ROW } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { countFeeds } from '../feeds/index.ts';
import { searchPerformers } from '../performers/index.ts';

export const bindSearch = (bind: Bind, platform: Platform): void =>
  bind(search, {
    'GET /search/total': async ({ viewer, country }, { query: { q } }) => {
      const [performers, feeds] = await Promise.all([
        searchPerformers(platform, viewer, country, { ...ONE_ROW, q }),
        countFeeds(platform, viewer, country, q),
      ]);
      return { performers: performers.total, feeds };
    },
  });
