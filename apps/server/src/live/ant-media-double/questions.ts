import { type Send, failure, notification } from './frames.ts';
import type { SignallingOptions } from './signalling-options.ts';
import type { Broadcast, Store } from './store.ts';
import { broadcastView } from './views.ts';
import { type Fields, numberOf, textOf } from './values.ts';

/** The streams under a main track, those that are live. */
const subtracksOf = (mainTrack: string, store: Store): Broadcast[] =>
  [...store.broadcasts.values()].filter(
    ({ streamId, mainTrackStreamId, status }) =>
      status === 'broadcasting' &&
      (mainTrackStreamId === mainTrack || store.broadcasts.get(mainTrack)?.subTrackStreamIds.includes(streamId) === true),
  );

const page = <T>(all: readonly T[], message: Fields): T[] => {
  const offset = numberOf(message['offset'], 0);
  return all.slice(offset, offset + numberOf(message['size'], 50));
};

/** Answers a client that asks or tells something about a stream. Unknown commands have no answer. */
export const answerQuestion = (message: Fields, send: Send, { store, streams, viewers }: SignallingOptions): void => {
  const streamId = textOf(message['streamId']);
  const broadcast = store.broadcasts.get(streamId);
  const missing = (): void => send(failure('no_stream_exist', streamId, { error_code: '404' }));
  switch (message['command']) {
    case 'getStreamInfo': {
      if (!broadcast || !streams.isLive(streamId)) return missing();
      const { width, height } = broadcast;
      const streamInfo = [{ streamWidth: width, streamHeight: height, videoBitrate: 1_200_000, audioBitrate: 64_000, videoCodec: 'h264' }];
      return send({ command: 'streamInformation', streamId, streamInfo });
    }
    case 'getTrackList': {
      if (!broadcast) return missing();
      const tracks = subtracksOf(streamId, store).map((one) => one.streamId);
      return send({ command: 'trackList', streamId, trackList: tracks.length > 0 ? tracks : [streamId] });
    }
    case 'getRoomInfo': {
      const room = textOf(message['room']);
      const found = subtracksOf(room, store);
      const streamList = found.map(({ streamId: id, name, metaData }) => ({ streamId: id, streamName: name, metaData }));
      return send({ command: 'roomInformation', room, ATTR_ROOM_NAME: room, streams: found.map((one) => one.streamId), streamList });
    }
    case 'getSubtracks': {
      const subtrackList = page(subtracksOf(streamId, store), message).map((one) => JSON.stringify(broadcastView(one)));
      return send(notification('subtrackList', streamId, { subtrackList }));
    }
    case 'getSubtracksCount':
      return send(notification('subtrackCount', streamId, { count: subtracksOf(streamId, store).length }));
    case 'getBroadcastObject':
      if (!broadcast) return missing();
      return send(notification('broadcastObject', streamId, { broadcast: JSON.stringify(broadcastView(broadcast)) }));
    case 'getSubscriberCount':
      return send(notification('subscriberCount', streamId, { count: viewers.of(streamId).length }));
    case 'getSubscribers': {
      const list = page(viewers.of(streamId), message).map(({ subscriberId }) => ({ subscriberId }));
      return send(notification('subscriberList', streamId, { subscriberList: list }));
    }
    case 'forceStreamQuality':
      if (!broadcast || !streams.isLive(streamId)) return missing();
      // There is one quality: any choice leads to it.
      return send(notification('resolutionChangeInfo', streamId, { streamHeight: broadcast['height'] }));
    case 'updateStreamMetaData':
      if (!broadcast) return missing();
      broadcast.metaData = textOf(message['metaData']);
      return undefined;
    case 'getDebugInfo':
      return send(notification('debugInfo', streamId, { debugInfo: '' }));
    default:
      return undefined;
  }
};
