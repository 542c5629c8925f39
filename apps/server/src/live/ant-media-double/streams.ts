import type { HostedStream } from '../live-engine.ts';
import type { Media } from './media.ts';
import { createRecordings } from './recordings.ts';
import type { AppSettings } from './settings.ts';
import type { Broadcast, Store } from './store.ts';
import type { Webhooks } from './webhooks.ts';

/** The connection that publishes a stream, as its signalling hears of it. */
export interface PublisherEvents {
  started(): void;
  /** No media came in time. */
  timedOut(): void;
  /** The stream is over; `stopped` by the server, or because the publisher left. */
  finished(reason: 'stopped' | 'left' | 'lost'): void;
}

/** A stream with its publisher. */
interface Publication {
  broadcast: Broadcast;
  subscriberId: string;
  events: PublisherEvents;
  show: { showId: string; hangUp(): Promise<void> } | undefined;
  isLive: boolean;
  /** Somebody asked for its recording, or against it, while it was live. */
  isRecorded: boolean;
  timer: NodeJS.Timeout | undefined;
}

export interface StreamsOptions {
  settings: AppSettings;
  store: Store;
  webhooks: Webhooks;
  media(): Media;
  /** Folder of the recordings. */
  folder: string;
  now(): Date;
}

/** Tells that a stream joined or left its main track, and when it was the first or the last one there. */
const tellOfSubtrack = (event: 'added' | 'left', broadcast: Broadcast, store: Store, webhooks: Webhooks): void => {
  const mainTrackId = broadcast.mainTrackStreamId;
  const main = mainTrackId === null ? undefined : store.broadcasts.get(mainTrackId);
  if (!main) return;
  webhooks.tell(event === 'added' ? 'subtrackAddedInTheMainTrack' : 'subtrackLeftTheMainTrack', broadcast);
  const isAlone = ![...store.broadcasts.values()].some(
    (one) => one !== broadcast && one.status === 'broadcasting' && one.mainTrackStreamId === mainTrackId,
  );
  if (isAlone) webhooks.tell(event === 'added' ? 'firstActiveTrackAddedInMainTrack' : 'noActiveSubtracksLeftInMainTrack', main);
};

/** Streams while they are published: from the publisher's offer to the recording. */
export const createStreams = ({ settings, store, webhooks, media, folder, now }: StreamsOptions) => {
  const publications = new Map<string, Publication>();
  const recordings = createRecordings({ store, webhooks, folder, now });
  /** Called for each stream that is over: its viewers go. */
  const overs = new Set<(streamId: string) => void>();

  const finish = async (streamId: string, reason: 'stopped' | 'left' | 'lost', isQuiet = false): Promise<void> => {
    const publication = publications.get(streamId);
    if (!publication) return;
    publications.delete(streamId);
    clearTimeout(publication.timer);
    const { broadcast, show, isLive, events, subscriberId, isRecorded } = publication;
    broadcast.status = isQuiet ? 'terminated_unexpectedly' : 'finished';
    broadcast['webRTCViewerCount'] = 0;
    if (broadcast.zombi) store.remove(streamId);
    for (const over of overs) over(streamId);
    events.finished(reason);
    if (isLive && !isQuiet) webhooks.tell('liveStreamEnded', broadcast, subscriberId === '' ? {} : { subscriberId });
    if (isLive && !isQuiet) tellOfSubtrack('left', broadcast, store, webhooks);
    if (!show) return;
    recordings.expect(show.showId, { broadcast, isWanted: isRecorded, startTime: Number(broadcast['startTime']) });
    await show.hangUp().catch(() => undefined);
    await media().end(show.showId);
  };

  const begin = (publication: Publication): void => {
    const { broadcast, events, subscriberId } = publication;
    publication.isLive = true;
    clearTimeout(publication.timer);
    const at = now().getTime();
    Object.assign(broadcast, { status: 'broadcasting', startTime: at, absoluteStartTimeMs: at, updateTime: at });
    events.started();
    webhooks.tell('liveStreamStarted', broadcast, subscriberId === '' ? {} : { subscriberId });
    tellOfSubtrack('added', broadcast, store, webhooks);
  };

  return {
    publications,
    onOver: (over: (streamId: string) => void): void => void overs.add(over),
    isLive: (streamId: string): boolean => publications.get(streamId)?.isLive === true,
    showOf: (streamId: string): string | undefined => publications.get(streamId)?.show?.showId,
    /** Claims a stream for a publisher, before its offer. @returns the definition of an error */
    claim(streamId: string, subscriberId: string, fields: Partial<Broadcast>, events: PublisherEvents): string | undefined {
      const known = store.broadcasts.get(streamId);
      if (!known && settings.acceptOnlyStreamsInDataStore) return 'not_allowed_unregistered_streams';
      if (publications.has(streamId) || known?.status === 'broadcasting' || known?.status === 'preparing') return 'streamIdInUse';
      const broadcast = known ?? store.create(now().getTime(), { streamId, ...fields }, true);
      if (known) store.update(broadcast, fields);
      Object.assign(broadcast, { status: 'preparing', publishType: 'WebRTC' });
      const isRecorded = broadcast.mp4Enabled === 1 || (broadcast.mp4Enabled === 0 && settings.mp4MuxingEnabled);
      const publication: Publication = { broadcast, subscriberId, events, show: undefined, isLive: false, isRecorded, timer: undefined };
      publication.timer = setTimeout(() => {
        webhooks.tell('publishTimeoutError', broadcast, subscriberId === '' ? {} : { subscriberId });
        events.timedOut();
        void finish(streamId, 'lost');
      }, settings.webRTCClientStartTimeoutMs);
      publications.set(streamId, publication);
      return undefined;
    },
    /** Answers the offer of the publisher who claimed a stream. @throws Error when it is refused */
    async answer(streamId: string, offer: string): Promise<string> {
      const publication = publications.get(streamId);
      if (!publication || publication.show) throw new Error('nobody publishes this stream');
      const show = await media().publish(offer);
      if (publications.get(streamId) !== publication) {
        await show.hangUp();
        await media().end(show.showId);
        throw new Error('the publisher left');
      }
      publication.show = show;
      return show.answer;
    },
    finish,
    /** Hears of the live process which shows flow. */
    changed(hosted: readonly HostedStream[]): void {
      for (const [streamId, publication] of publications) {
        const found = hosted.find((one) => one.streamId === publication.show?.showId);
        if (!found) continue;
        if (found.width !== null) Object.assign(publication.broadcast, { width: found.width, height: found.height ?? 0 });
        if (found.isPublishing && !publication.isLive) begin(publication);
        else if (!found.isPublishing && publication.isLive) void finish(streamId, 'lost');
      }
    },
    recorded: recordings.finished,
    /** Switches the recording of a stream. A live one is then recorded from its beginning. */
    record(broadcast: Broadcast, isWanted: boolean): void {
      broadcast.mp4Enabled = isWanted ? 1 : -1;
      const publication = publications.get(broadcast.streamId);
      if (publication) publication.isRecorded = isWanted;
    },
    /** Ends everything without a word, as a crash does. */
    async crash(): Promise<void> {
      await Promise.all([...publications.keys()].map((streamId) => finish(streamId, 'lost', true)));
    },
  };
};

export type Streams = ReturnType<typeof createStreams>;
