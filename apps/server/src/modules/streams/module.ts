import type { LiveEngine } from '../../live/live-engine.ts';
import { defineModule } from '../../platform/module.ts';
import { bindAdminMediaServer } from './media-server.routes.ts';
import type { StoredMediaServers } from './media-servers.ts';
import { bindPaidShows } from './paid-shows.routes.ts';
import { registerStreamData } from './personal-data.ts';
import { bindStreamKeys } from './stream-keys.routes.ts';
import { registerStreamEvents } from './streams.events.ts';
import { registerClosing } from './closing.ts';
import { registerStreamJobs } from './streams.jobs.ts';
import { registerStreamBlocks, registerStreamRooms } from './streams.rooms.ts';
import { bindLiveWall, bindStreams } from './streams.routes.ts';

export const streams = defineModule<{ engine: LiveEngine; mediaServers: StoredMediaServers }>({
  name: 'streams',
  tables: [
    'streams',
    'stream_requests',
    'stream_participants',
    'stream_minutes',
    'stream_recordings',
    'show_stills',
    'stream_keys',
    'stream_rights',
    'stream_viewers',
    'live_nodes',
    'media_servers',
    'tip_menu_acts',
  ],
  endpoints({ bind, platform, engine, mediaServers }) {
    bindStreams(bind, platform, engine);
    bindPaidShows(bind, platform, engine);
    bindLiveWall(bind, platform, engine);
    bindStreamKeys(bind, platform, engine);
    bindAdminMediaServer(bind, platform, mediaServers);
  },
  personalData: ({ platform }) => registerStreamData(platform),
  jobs: ({ platform, engine }) => registerStreamJobs(platform, engine),
  events: ({ platform, outbox, realtime }) => {
    registerStreamEvents(outbox, realtime);
    registerClosing(platform, realtime);
  },
  rooms: ({ platform, realtime, listener }) => {
    registerStreamRooms(platform, realtime);
    registerStreamBlocks(platform, realtime, (handler) => listener.listen('blocks', handler));
  },
});
