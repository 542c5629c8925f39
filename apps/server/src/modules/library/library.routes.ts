import { library } from '@stagedoor/contract/library';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';
import { readShelf } from './library.queries.ts';

export const bindLibrary = (bind: Bind, platform: Platform): void =>
  bind(library, {
    'GET /library/{shelf}': (call, { params, query }) => readShelf(platform, call, params.shelf, query),
  });
