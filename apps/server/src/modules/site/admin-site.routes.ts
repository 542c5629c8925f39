import { adminSite } from '@stagedoor/contract/admin-site';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';

export const bindAdminSite = (bind: Bind, _platform: Platform): void => bind(adminSite, {});
