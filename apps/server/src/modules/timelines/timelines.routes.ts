import { type TimelineItem, timelines } from '@stagedoor/contract/timelines';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';
import { countNewAtHome, listHome } from './home.queries.ts';

export const bindTimelines = (bind: Bind, platform: Platform): void =>
  bind(timelines, {
    'GET /feeds/home-feeds': (call, { query }) => listHome<TimelineItem>(platform, call, query),
    'GET /feeds/home-feeds/new': (call, { query }) => countNewAtHome(platform, call, query),
  });
