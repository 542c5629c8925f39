import { takedowns } from '@stagedoor/contract/takedowns';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';

export const bindTakedowns = (bind: Bind, _platform: Platform): void => bind(takedowns, {});
