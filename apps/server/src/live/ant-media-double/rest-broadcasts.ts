import type { FastifyInstance } from 'fastify';
import { bodyOf, numberPartOf, partOf, queryOf, streamOf } from './requests.ts';
import { type RestOptions, pageOf, sorted } from './rest-options.ts';
import { type Broadcast, STREAM_ID } from './store.ts';
import { textOf } from './values.ts';
import { broadcastView, result } from './views.ts';

const SORTS: Record<string, string> = { name: 'name', date: 'date', status: 'status' };

const statisticsOf = (streams: readonly Broadcast[], { viewers, hlsViewers }: RestOptions) => ({
  totalRTMPWatchersCount: -1,
  totalHLSWatchersCount: streams.reduce((sum, { streamId }) => sum + hlsViewers(streamId), 0),
  totalWebRTCWatchersCount: streams.reduce((sum, { streamId }) => sum + viewers.of(streamId).length, 0),
  totalDASHWatchersCount: 0,
});

/** Creates, reads, changes, removes and lists streams. */
const addRecordRoutes = (rest: FastifyInstance, options: RestOptions): void => {
  const { store, streams, hlsViewers, now } = options;
  const viewOf = (one: Broadcast) => broadcastView({ ...one, hlsViewerCount: hlsViewers(one.streamId) });
  const remove = async (streamId: string): Promise<boolean> => {
    await streams.finish(streamId, 'stopped');
    return store.remove(streamId);
  };

  rest.post('/broadcasts/create', async (request, reply) => {
    const fields = bodyOf(request);
    const id = textOf(fields['streamId']);
    if (store.broadcasts.has(id)) return reply.code(400).send(result(false, 'Stream id is already used. '));
    if (id !== '' && !STREAM_ID.test(id)) return reply.code(400).send(result(false, 'Stream id is not valid.'));
    return viewOf(store.create(now().getTime(), fields));
  });
  rest.get('/broadcasts/:id', async (request, reply) => {
    const found = store.broadcasts.get(partOf(request, 'id'));
    return found ? viewOf(found) : reply.code(404).send();
  });
  rest.put('/broadcasts/:id', async (request, reply) => {
    const broadcast = streamOf(request, reply, options);
    if (!broadcast) return reply;
    store.update(broadcast, bodyOf(request));
    return result(true);
  });
  rest.delete('/broadcasts/:id', async (request, reply) => {
    const broadcast = streamOf(request, reply, options);
    if (!broadcast) return reply;
    await remove(broadcast.streamId);
    return result(true);
  });
  rest.delete('/broadcasts', async (request) => {
    const ids = queryOf(request, 'ids').split(',');
    const removed = await Promise.all(ids.map(remove));
    return result(removed.every(Boolean), removed.every(Boolean) ? '' : 'not all streams exist');
  });
  rest.get('/broadcasts/list/:offset/:size', async (request) => {
    const [type, search] = [queryOf(request, 'type_by'), queryOf(request, 'search').toLowerCase()];
    const found = [...store.broadcasts.values()].filter(
      (one) =>
        (type === '' || one.type === type) &&
        (search === '' || one.streamId.toLowerCase().includes(search) || (one.name ?? '').toLowerCase().includes(search)),
    );
    const ordered = sorted(found, SORTS[queryOf(request, 'sort_by')] ?? '', queryOf(request, 'order_by'));
    return pageOf(ordered, numberPartOf(request, 'offset'), numberPartOf(request, 'size')).map(viewOf);
  });
  rest.get('/broadcasts/count', async () => ({ number: store.broadcasts.size }));
  rest.get('/broadcasts/active-live-stream-count', async () => ({
    number: [...store.broadcasts.values()].filter(({ status }) => status === 'broadcasting').length,
  }));
};

/** Acts on streams, and says who watches them. */
export const addBroadcastRoutes = (rest: FastifyInstance, options: RestOptions): void => {
  const { store, streams, viewers } = options;
  addRecordRoutes(rest, options);

  rest.post('/broadcasts/:id/start', async (request, reply) => {
    const broadcast = streamOf(request, reply, options);
    // Only streams that the server fetches itself can be started by it.
    return broadcast ? result(false, 'this stream is published by its client') : reply;
  });
  rest.post('/broadcasts/:id/stop', async (request, reply) => {
    const broadcast = streamOf(request, reply, options);
    if (!broadcast) return reply;
    const wasLive = streams.publications.has(broadcast.streamId);
    await streams.finish(broadcast.streamId, 'stopped');
    if (queryOf(request, 'stopSubtracks') === 'true')
      await Promise.all(broadcast.subTrackStreamIds.map((id) => streams.finish(id, 'stopped')));
    return result(wasLive, wasLive ? '' : 'the stream is not live');
  });
  rest.put('/broadcasts/:id/recording/:state', async (request, reply) => {
    const broadcast = streamOf(request, reply, options);
    if (!broadcast) return reply;
    if (queryOf(request, 'recordType') === 'webm') return result(false, 'this server records MP4 alone');
    streams.record(broadcast, partOf(request, 'state') === 'true');
    return result(true);
  });
  rest.post('/broadcasts/:id/subtrack', async (request, reply) => {
    const broadcast = streamOf(request, reply, options);
    const subtrack = store.broadcasts.get(queryOf(request, 'id'));
    if (!broadcast) return reply;
    if (!subtrack) return result(false, 'there is no such subtrack');
    subtrack.mainTrackStreamId = broadcast.streamId;
    broadcast.subTrackStreamIds = [...new Set([...broadcast.subTrackStreamIds, subtrack.streamId])];
    return result(true);
  });
  rest.delete('/broadcasts/:id/subtrack', async (request, reply) => {
    const broadcast = streamOf(request, reply, options);
    const subtrack = store.broadcasts.get(queryOf(request, 'id'));
    if (!broadcast) return reply;
    if (subtrack) subtrack.mainTrackStreamId = null;
    broadcast.subTrackStreamIds = broadcast.subTrackStreamIds.filter((id) => id !== subtrack?.streamId);
    return result(subtrack !== undefined);
  });
  rest.get('/broadcasts/:id/broadcast-statistics', async (request) => {
    const found = store.broadcasts.get(partOf(request, 'id'));
    return statisticsOf(found ? [found] : [], options);
  });
  rest.get('/broadcasts/total-broadcast-statistics', async () => ({
    ...statisticsOf([...store.broadcasts.values()], options),
    activeLiveStreamCount: streams.publications.size,
  }));
  rest.get('/broadcasts/:id/webrtc-client-stats/:offset/:size', async (request) =>
    pageOf(viewers.of(partOf(request, 'id')), numberPartOf(request, 'offset'), numberPartOf(request, 'size')).map(
      ({ clientId, clientIp, subscriberId, viewerInfo }) => ({ clientId, clientIp, subscriberId, clientInfo: viewerInfo }),
    ),
  );
};
