import { gifts } from '@stagedoor/contract/gifts';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';

export const bindGifts = (bind: Bind, _platform: Platform): void => bind(gifts, {});
