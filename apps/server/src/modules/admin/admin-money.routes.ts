import { adminMoney } from '@stagedoor/contract/admin-money';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';

export const bindAdminMoney = (bind: Bind, _platform: Platform): void => bind(adminMoney, {});
