import type { ResponseOf } from '@stagedoor/contract';
import { search } from '@stagedoor/contract/search';
import { KIND_TRAITS, kindsWith } from '@stagedoor/contract/items.values';
import type { Bind } from '../../platform/http/pipeline.ts';
import { ONE_ROW } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { countItems } from '../items/index.ts';
import { findPerformers } from '../performers/index.ts';
import { ofType } from '../products/index.ts';
import { correctionOf } from './correction-of.ts';
import { suggest } from './suggest.ts';
import { findTop } from './top.ts';

type Totals = ResponseOf<(typeof search)['GET /search/total']>;
type Kind = Totals['corrected'][number];

export const bindSearch = (bind: Bind, platform: Platform): void =>
  bind(search, {
    'GET /search/total': async (call, { query: { categoryId, tag, access, productType, ...search } }) => {
      const kinds = kindsWith('isSearched');
      const { q } = search;
      const people = correctionOf(platform, q ?? '', 'performers');
      const content = correctionOf(platform, q ?? '', 'items');
      const [performers, ...items] = await Promise.all([
        findPerformers(platform, call.viewer, call.country, { ...ONE_ROW, ...search, locale: call.locale }, people),
        ...kinds.map((kind) => {
          const condition = kind === 'product' && productType ? ofType(productType) : undefined;
          return countItems(platform, call, kind, { q, categoryId, tag, access, condition }, content);
        }),
      ]);
      const found: { kind: Kind; count: number; isCorrected: boolean }[] = [
        { kind: 'performers', count: performers.list.total, isCorrected: performers.isCorrected },
        ...kinds.map((kind, index) => ({ kind: KIND_TRAITS[kind].path, ...items[index]! })),
      ];
      const corrected = found.filter(({ count, isCorrected }) => isCorrected && count > 0);
      const isAnythingAsTyped = found.some(({ count, isCorrected }) => !isCorrected && count > 0);
      const meant = corrected[0] && !isAnythingAsTyped ? await (corrected[0].kind === 'performers' ? people : content)() : null;
      return {
        ...Object.fromEntries(found.map(({ kind, count }) => [kind, count])),
        corrected: corrected.map(({ kind }) => kind),
        didYouMean: meant?.meant ?? null,
      } as Totals;
    },
    'GET /search/top': (call, { query }) => findTop(platform, call, query),
    'GET /search/suggestions': (call, { query: { q } }) => suggest(platform, call, q),
  });
