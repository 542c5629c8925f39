import { account } from '@stagedoor/contract/account';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';

export const bindAccount = (bind: Bind, _platform: Platform): void => bind(account, {});
