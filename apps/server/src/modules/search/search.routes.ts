import type { ResponseOf } from '@stagedoor/contract';
import { search } from '@stagedoor/contract/search';
import { KIND_TRAITS, kindsWith } from '@stagedoor/contract/items.values';
import type { Bind } from '../../platform/http/pipeline.ts';
import { ONE_ROW } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { countFound } from '../items/index.ts';
import { searchPerformers } from '../performers/index.ts';

type Totals = ResponseOf<(typeof search)['GET /search/total']>;

export const bindSearch = (bind: Bind, platform: Platform): void =>
  bind(search, {
    'GET /search/total': async (call, { query: { q } }) => {
      const kinds = kindsWith('isSearched');
      const [performers, ...found] = await Promise.all([
        searchPerformers(platform, call.viewer, call.country, { ...ONE_ROW, q }),
        ...kinds.map((kind) => countFound(platform, call, { q, kind })),
      ]);
      const items = Object.fromEntries(kinds.map((kind, index) => [KIND_TRAITS[kind].path, found[index]!]));
      return { performers: performers.total, ...items } as Totals;
    },
  });
