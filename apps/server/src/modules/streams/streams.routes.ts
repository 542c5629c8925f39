import { adminLive } from '@stagedoor/contract/admin-live';
import { streams } from '@stagedoor/contract/streams';
import type { LiveEngine } from '../../live/live-engine.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Bind } from '../../platform/http/pipeline.ts';
import { accountIdOf } from '../../platform/auth/viewer.ts';
import type { Platform } from '../../platform/platform.ts';
import { startShow } from './start-show.ts';
import { endShow, stopOwnShows } from './end-show.ts';
import { createToken, getSession, joinShow } from './join-show.ts';
import { listPastShows } from './past-shows.queries.ts';
import { countRunning } from './closing.ts';
import { getSnapshot, listWall, stopShow } from './live-wall.ts';
import { beginRehearsed } from './rehearsal.ts';
import { deleteRecording, showRecording } from './recordings.ts';
import { getTipMenu, setTipMenu } from './tip-menu.ts';
import { listStills } from './stills.queries.ts';
import { getShow, getSummary, listLive } from './streams.queries.ts';
import { sessionOf } from './streams.view.ts';
import { publishingOf } from './tickets.ts';

export const bindLiveWall = (bind: Bind, platform: Platform, engine: LiveEngine): void =>
  bind(adminLive, {
    'GET /admin/live': ({ viewer }, { query }) => listWall(platform, viewer, query),
    'GET /admin/maintenance': async () => ({
      shows: await countRunning(platform),
      closesAt: platform.settings.drain()?.until.toISOString() ?? null,
    }),
    'GET /admin/live/{id}/snapshot': (_call, { params }) => getSnapshot(platform, engine, params.id),
    'GET /admin/live/{id}/stills': ({ viewer }, { params, query }) => listStills(platform, viewer.accountId, params.id, query.at),
    'POST /admin/live/{id}/stop': (call, { params, body }) =>
      stopShow(platform, engine, call.viewer.accountId, params.id, body, call.idempotency),
  });

export const bindStreams = (bind: Bind, platform: Platform, engine: LiveEngine): void =>
  bind(streams, {
    'GET /streaming/tip-menu/{id}': (call, { params }) => getTipMenu(platform, call.viewer, call.country, params.id),
    'PUT /performer/tip-menu': (call, { body }) => setTipMenu(platform, call.viewer.accountId, body.acts),
    'POST /streaming/live': async (call, { body }) => {
      const { show, grant } = await startShow(platform, engine, call.viewer.accountId, body);
      const session = sessionOf(platform, engine, call.viewer, await getShow(platform, call.viewer, call.country, show.id));
      return { session, publishing: await publishingOf(platform, engine, show, grant) };
    },
    'POST /streaming/network-check': async (call) => {
      const check = engine.networkCheck(call.viewer.accountId, platform.clock.now());
      if (!check) throw new CodedError('UNAVAILABLE');
      return { ...check, iceServers: [...engine.iceServers(call.viewer.accountId)] };
    },
    'POST /streaming/live/{id}/begin': async (call, { params }) => {
      await beginRehearsed(platform, call.viewer.accountId, params.id);
      return sessionOf(platform, engine, call.viewer, await getShow(platform, call.viewer, call.country, params.id));
    },
    'POST /streaming/join/{id}': async (call, { params }) => ({
      ...(await joinShow(platform, engine, call.viewer, call.country, params.id)),
      iceServers: [...engine.iceServers(accountIdOf(call.viewer))],
    }),
    'GET /streaming/session/{id}/{type}': (call, { params }) =>
      getSession(platform, engine, call.viewer, call.country, params.id, params.type),
    'POST /streaming/token': (call, { body }) => createToken(platform, engine, call.viewer, call.country, body),
    'GET /streaming/open': async (call) => {
      const { accountId } = call.viewer;
      const open = await platform.database
        .selectFrom('streams')
        .select('id')
        .where('performer_id', '=', accountId)
        .where('ended_at', 'is', null)
        .orderBy('id')
        .execute();
      const shows = await Promise.all(open.map(({ id }) => getShow(platform, call.viewer, call.country, id)));
      return { shows: shows.map((show) => sessionOf(platform, engine, call.viewer, show)) };
    },
    'GET /streaming/live': (call, { query }) => listLive(platform, call, query),
    'GET /streaming/view/{id}': (call, { params }) => getSession(platform, engine, call.viewer, call.country, params.id, 'public'),
    'POST /streaming/end/{id}': async (call, { params }) => {
      await endShow(platform, engine, call.viewer.accountId, params.id);
      return getSummary(platform, engine, call.viewer, params.id);
    },
    'POST /streaming/stop/{id}': async (call, { params }) => {
      await stopOwnShows(platform, engine, call.viewer.accountId, params.id);
      return getSummary(platform, engine, call.viewer, params.id);
    },
    'POST /streaming/recordings/{id}/show': async (call, { params }) => {
      await showRecording(platform, call.viewer.accountId, params.id);
      return getSummary(platform, engine, call.viewer, params.id);
    },
    'GET /streaming/summary/{id}': (call, { params }) => getSummary(platform, engine, call.viewer, params.id),
    'GET /streaming/shows': (call, { query }) => listPastShows(platform, call.viewer.accountId, query),
    'DELETE /streaming/recordings/{id}': async (call, { params }) => {
      await deleteRecording(platform, call.viewer.accountId, params.id, call.idempotency);
      return { success: true } as const;
    },
  });
