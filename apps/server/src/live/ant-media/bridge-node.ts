import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import sharp from 'sharp';
import type { Candidate, Leadership } from '../../platform/database/leadership.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import type { BridgeAuthority } from '../bridge-authority.ts';
import { createNodeCommands } from '../built-in/control-routes.ts';
import type { MediaRoute } from '../built-in/media-server.ts';
import type { LiveNode } from '../live-authority.ts';
import { type Bridge, createBridge } from './bridge.ts';
import { type EndedShows, createEndedShows } from './ended-shows.ts';
import type { MediaServers } from './media-server.ts';

/** Time between looks, and while a show is starting or interrupted. */
const LOOK_MS = 2_000;
const WAITING_LOOK_MS = 1_000;
/** A picture is asked for at most once in this time. */
const PICTURE_MS = 10_000;
const PICTURE_WIDTH = 320;
/** No server of ours sends a larger preview. */
const MAX_PIXELS = 4096 * 4096;
const PREFIX = '/bridge';
/** The name of the bridge's work: one process of a site does it at a time. */
export const BRIDGE_TASK = 'bridge to media servers';

export interface BridgeNodeOptions {
  /** Elects the process whose bridge works. */
  elect(candidate: Candidate): Leadership;
  authority: BridgeAuthority;
  servers: MediaServers;
  directory: string;
  ffmpeg(): string | undefined;
  /** Authenticates the site's other processes. */
  controlSecret: string;
  log: Log;
  monotonicNow?(): number;
  now?(): Date;
  /** How long the videos of an ended show must stay the same before they count as complete. */
  settleMs?: number;
  /** Looks by itself; tests look when they want to. */
  looksByItself?: boolean;
}

/** A bridge while this process leads. */
interface Term {
  bridge: Bridge;
  endedShows: EndedShows;
  isOver: boolean;
  timer?: NodeJS.Timeout;
}

/** Pictures of shows for those who moderate, in memory for ten seconds. */
const createPictures = (preview: (streamId: string) => Promise<Buffer | undefined>, log: Log) => {
  const taken = new Map<string, Promise<Buffer | undefined>>();
  const take = async (streamId: string): Promise<Buffer | undefined> => {
    try {
      const picture = await preview(streamId);
      return (
        picture &&
        (await sharp(picture, { limitInputPixels: MAX_PIXELS }).resize({ width: PICTURE_WIDTH }).jpeg({ quality: 80 }).toBuffer())
      );
    } catch (error) {
      log.warn({ err: error, streamId }, 'the preview of a media server can’t be read');
      return undefined;
    }
  };
  return (streamId: string): Promise<Buffer | undefined> => {
    const known = taken.get(streamId);
    if (known) return known;
    const picture = take(streamId);
    taken.set(streamId, picture);
    const forget = (): void => void taken.delete(streamId);
    setTimeout(forget, PICTURE_MS).unref();
    // There may be one in a moment.
    void picture.then((found) => found ?? forget());
    return picture;
  };
};

/**
 * The bridge to external media servers as a node of the site: one live process has it at a time, and another takes over when that one is gone.
 */
export const createBridgeNode = (options: BridgeNodeOptions) => {
  const { servers, controlSecret, log, looksByItself = true } = options;
  let term: Term | undefined;
  let processUrl: string | undefined;

  const lookAndPlan = async (own: Term): Promise<void> => {
    clearTimeout(own.timer);
    await own.bridge.look();
    if (own.isOver || !looksByItself) return;
    clearTimeout(own.timer);
    own.timer = setTimeout(() => void lookAndPlan(own), own.bridge.isWaiting() ? WAITING_LOOK_MS : LOOK_MS);
  };
  const look = async (): Promise<void> => {
    if (term) await lookAndPlan(term);
  };

  const begin = (): void => {
    const node: LiveNode = { id: randomUUID(), url: `${processUrl!}${PREFIX}`, engine: 'antMedia' };
    const endedShows = createEndedShows(options);
    const own: Term = {
      isOver: false,
      endedShows,
      bridge: createBridge({
        ...options,
        node,
        ended: endedShows.release,
        isLeading: () => !own.isOver && leadership.isLeading(),
      }),
    };
    term = own;
    void lookAndPlan(own);
  };
  const end = async (): Promise<void> => {
    const own = term;
    term = undefined;
    if (!own) return;
    own.isOver = true;
    clearTimeout(own.timer);
    await own.endedShows.close();
  };
  const leadership = options.elect({ isNeeded: () => servers.current() !== null, begun: begin, lost: () => void end() });
  const kick = async (streamId: string, grantId: string): Promise<void> => {
    try {
      await term?.bridge.kick(streamId, grantId);
    } catch (error) {
      log.warn({ err: error, streamId }, 'a viewer could not be disconnected; the next look tries again');
    }
  };
  const routes: MediaRoute[] = [
    createNodeCommands({
      secret: controlSecret,
      prefix: PREFIX,
      hostedStreams: () => term?.bridge.hostedStreams() ?? [],
      // The look finds that the show has ended.
      end: () => void look(),
      kick: (streamId, grantId) => void kick(streamId, grantId),
      look: () => void look(),
      snapshot: createPictures(async (streamId) => term?.bridge.preview(streamId), log),
    }),
  ];

  return {
    routes,
    /** @param url of the live process */
    async start(url: string): Promise<void> {
      processUrl = url;
      await rm(options.directory, { recursive: true, force: true });
      leadership.start();
    },
    isLeading: leadership.isLeading,
    /** Looks at once, and waits for it. */
    look,
    /** Waits until what was found about ended shows is done. */
    settle: async (): Promise<void> => term?.endedShows.idle(),
    /** Stops without ending or interrupting a show: the next bridge takes them over. */
    async close(): Promise<void> {
      const own = term;
      await end();
      await leadership.close();
      await own?.bridge.idle();
    },
  };
};

export type BridgeNode = ReturnType<typeof createBridgeNode>;
