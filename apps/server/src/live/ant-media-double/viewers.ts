import { randomUUID } from 'node:crypto';
import type { Media } from './media.ts';
import { type Player, createPlayer } from './player.ts';
import type { Store } from './store.ts';
import type { Streams } from './streams.ts';
import type { Webhooks } from './webhooks.ts';

/** A client that plays, as its signalling hears of it. */
export interface ViewerEvents {
  offer(sdp: string): void;
  candidate(candidate: string, mid: string): void;
  started(): void;
  finished(): void;
}

export interface Viewer {
  clientId: string;
  streamId: string;
  subscriberId: string;
  clientIp: string;
  viewerInfo: string;
  player: Player;
}

export interface ViewersOptions {
  store: Store;
  streams: Streams;
  webhooks: Webhooks;
  media(): Media;
}

/** WebRTC viewers of all streams. */
export const createViewers = ({ store, streams, webhooks, media }: ViewersOptions) => {
  const viewers = new Set<Viewer>();
  const of = (streamId: string): Viewer[] => [...viewers].filter((one) => one.streamId === streamId);
  const count = (streamId: string): void => {
    const broadcast = store.broadcasts.get(streamId);
    if (broadcast) broadcast['webRTCViewerCount'] = of(streamId).length;
  };
  const closeAll = (chosen: readonly Viewer[]): void => {
    for (const { player } of chosen) player.close();
  };
  streams.onOver((streamId) => closeAll(of(streamId)));

  return {
    of,
    /** Lets somebody play a stream. @returns the definition of an error */
    add(who: Omit<Viewer, 'clientId' | 'player'>, events: ViewerEvents): Viewer | 'no_stream_exist' | 'viewerLimitReached' {
      const { streamId } = who;
      const showId = streams.showOf(streamId);
      const broadcast = streams.publications.get(streamId)?.broadcast;
      if (!broadcast || showId === undefined || !streams.isLive(streamId)) return 'no_stream_exist';
      if (broadcast.webRTCViewerLimit >= 0 && of(streamId).length >= broadcast.webRTCViewerLimit) return 'viewerLimitReached';
      const more = who.subscriberId === '' ? {} : { subscriberId: who.subscriberId };
      let isStarted = false;
      const player = createPlayer(
        { url: media().address(`whep/${showId}`), token: media().ticket(showId) },
        {
          offer: events.offer,
          candidate: events.candidate,
          started() {
            isStarted = true;
            events.started();
            webhooks.tell('playStarted', broadcast, more);
          },
          closed() {
            viewers.delete(viewer);
            count(streamId);
            events.finished();
            if (isStarted) webhooks.tell('playStopped', broadcast, more);
          },
        },
      );
      const viewer: Viewer = { ...who, clientId: randomUUID(), player };
      viewers.add(viewer);
      count(streamId);
      return viewer;
    },
    /** Takes a subscriber's players away. */
    drop: (streamId: string, subscriberId: string): void => closeAll(of(streamId).filter((viewer) => viewer.subscriberId === subscriberId)),
    close: (): void => closeAll([...viewers]),
  };
};

export type Viewers = ReturnType<typeof createViewers>;
