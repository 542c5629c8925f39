import { adminMediaServer } from '@stagedoor/contract/admin-media-server';
import { passes } from '../../live/ant-media/test-media-server.ts';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';
import { changeMediaServer, readMediaServer, tryMediaServer } from './admin-media-server.ts';
import type { StoredMediaServers } from './media-servers.ts';

export const bindAdminMediaServer = (bind: Bind, platform: Platform, servers: StoredMediaServers): void =>
  bind(adminMediaServer, {
    'GET /admin/media-server': () => readMediaServer(platform, servers),
    'POST /admin/media-server/test': async (_call, { body }) => {
      const checks = await tryMediaServer(platform, servers, body);
      return { passes: passes(checks), checks };
    },
    'PUT /admin/media-server': ({ viewer, idempotency }, { body }) =>
      changeMediaServer(platform, servers, viewer.accountId, body, idempotency),
  });
