import { blocks } from '@stagedoor/contract/blocks';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';

export const bindBlocks = (bind: Bind, _platform: Platform): void => bind(blocks, {});
