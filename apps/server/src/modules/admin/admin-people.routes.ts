import { adminPeople } from '@stagedoor/contract/admin-people';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';

export const bindAdminPeople = (bind: Bind, _platform: Platform): void => bind(adminPeople, {});
