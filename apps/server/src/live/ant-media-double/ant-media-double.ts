import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addConsole } from './console.ts';
import { type Faults, NO_FAULTS } from './faults.ts';
import { createGate } from './gate.ts';
import { createHttp } from './http.ts';
import { type Media, createMedia } from './media.ts';
import { createMediaPaths } from './media-paths.ts';
import { addRest } from './rest.ts';
import { type AppSettings, DEFAULT_READING, DEFAULT_SETTINGS, type Reading } from './settings.ts';
import { createSignalling } from './signalling.ts';
import { type Broadcast, createStore } from './store.ts';
import { createStreams } from './streams.ts';
import { createViewers } from './viewers.ts';
import { createWebhooks } from './webhooks.ts';
import { addWhip } from './whip.ts';

export interface AntMediaDoubleOptions {
  /** Name of the application, the first part of every path. */
  app?: string;
  settings?: Partial<AppSettings>;
  /** Choices among what the documents leave open. */
  reading?: Partial<Reading>;
  /** Path of ffmpeg; without it sound stays Opus in HLS and there are no previews. */
  ffmpeg?: string | undefined;
  /** Folder of videos; by default one that `close` removes. */
  folder?: string;
  /** The UDP port of publishers and of the double's own players; 0 for any. */
  udpPort?: number;
  now?: () => Date;
}

/**
 * A double of Ant Media Server for tests and for trying a site: REST, signalling, media paths and webhooks of one application, with our own live
 * process behind them. It knows the server's documents and no adapter.
 */
export const createAntMediaDouble = async (options: AntMediaDoubleOptions = {}) => {
  const { app = 'LiveApp', now = () => new Date() } = options;
  const settings: AppSettings = { ...DEFAULT_SETTINGS, ...options.settings };
  const reading: Reading = { ...DEFAULT_READING, ...options.reading };
  const faults: Faults = { ...NO_FAULTS };
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'stagedoor-ant-media-videos-')));
  await mkdir(folder, { recursive: true });
  const held: { media?: Media } = {};
  const media = (): Media => {
    if (!held.media) throw new Error('The double has no live process yet.');
    return held.media;
  };
  const store = createStore();
  const webhooks = createWebhooks({ app, settings, reading, now });
  const gate = createGate({ app, settings, reading, store, now });
  const streams = createStreams({ settings, store, webhooks, media, folder, now });
  const viewers = createViewers({ store, streams, webhooks, media });
  const signalling = createSignalling({ settings, faults, store, gate, streams, viewers });
  const mediaPaths = createMediaPaths({ app, reading, store, gate, streams, media, now });
  held.media = await createMedia(
    { ffmpeg: options.ffmpeg, udpPort: options.udpPort },
    { changed: streams.changed, recorded: (showId, recording) => void streams.recorded(showId, recording) },
  );

  const { server, cut } = createHttp({ path: `/${app}/websocket`, settings, faults, upgrade: signalling.upgrade });
  addRest(server, { app, settings, reading, faults, store, gate, streams, viewers, folder, hlsViewers: mediaPaths.viewers, now });
  mediaPaths.addRoutes(server);
  addWhip(server, { app, faults, gate, streams });
  let url: string | undefined;

  const readable: ReadonlyMap<string, Broadcast> = store.broadcasts;
  const double = {
    app,
    /** Settings, open points and faults may change while it runs. */
    settings,
    reading,
    faults,
    webhooks,
    broadcasts: readable,
    vods: store.vods,
    /** The server's address. @throws Error before `listen` */
    get url(): string {
      if (url === undefined) throw new Error('The double doesn’t listen yet: call listen() first.');
      return url;
    },
    get websocketUrl(): string {
      return `${double.url.replace(/^http/, 'ws')}/${app}/websocket`;
    },
    /** Open signalling sockets. */
    clients: signalling.count,
    /** WebRTC viewers of a stream, by their subscribers. */
    viewersOf: (streamId: string): string[] => viewers.of(streamId).map(({ subscriberId }) => subscriberId),
    listen: async (port = 0): Promise<string> => (url = await server.listen({ host: '127.0.0.1', port })),
    /** Takes a publisher away, as `stop` does. */
    dropPublisher: (streamId: string): Promise<void> => streams.finish(streamId, 'stopped'),
    /** Takes a publisher away as a broken line does. */
    losePublisher: (streamId: string): Promise<void> => streams.finish(streamId, 'lost'),
    /** Keeps a subscriber out, and takes their players away. */
    blockSubscriber(streamId: string, subscriberId: string, seconds = 3600): void {
      store.block(streamId, subscriberId, 'publish_play', now().getTime() + seconds * 1000);
      viewers.drop(streamId, subscriberId);
    },
    /** Sends a webhook about a stream although nothing happened. */
    invent(action: string, streamId: string, more: Record<string, unknown> = {}): void {
      const known = store.broadcasts.get(streamId);
      const at = now().getTime();
      const address = known?.listenerHookURL || settings.listenerHookURL;
      webhooks.invent(address, { id: streamId, action, app, timestamp: reading.timestamp === 'text' ? String(at) : at, ...more });
    },
    /** Goes down: connections break, streams end without a webhook. What is stored stays. */
    async goDown({ isAnnounced = false }: { isAnnounced?: boolean } = {}): Promise<void> {
      if (isAnnounced) signalling.broadcast({ command: 'notification', definition: 'server_will_stop' });
      faults.isDown = true;
      const ended = streams.crash();
      signalling.cut();
      cut();
      gate.forgetSessions();
      await ended;
    },
    comeBack(): void {
      faults.isDown = false;
    },
    /** Behaves again. */
    behave: (): void => void Object.assign(faults, NO_FAULTS),
    async close(): Promise<void> {
      viewers.close();
      signalling.cut();
      await streams.crash();
      await server.close();
      await webhooks.close();
      await media().close();
      if (options.folder === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
  addConsole(server, double);
  return double;
};

export type AntMediaDouble = Awaited<ReturnType<typeof createAntMediaDouble>>;
