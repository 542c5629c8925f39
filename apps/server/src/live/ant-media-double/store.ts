import { randomUUID } from 'node:crypto';
import type { StreamUse } from './security.ts';

export const STATUSES = ['created', 'broadcasting', 'finished', 'preparing', 'error', 'failed', 'terminated_unexpectedly'] as const;
export type Status = (typeof STATUSES)[number];

/** A stream as the server keeps it: the fields that callers set or read most, and whatever else they sent. */
export interface Broadcast {
  [field: string]: unknown;
  streamId: string;
  status: Status;
  type: string;
  publishType: string | null;
  name: string | null;
  description: string | null;
  date: number;
  listenerHookURL: string | null;
  metaData: string | null;
  mainTrackStreamId: string | null;
  subTrackStreamIds: string[];
  /** 1 records, -1 doesn't, 0 does what the settings say. */
  mp4Enabled: number;
  webRTCViewerLimit: number;
  hlsViewerLimit: number;
  /** Nobody created it: it came with its publisher and goes with it. */
  zombi: boolean;
}

export interface OneTimeToken {
  tokenId: string;
  streamId: string;
  expireDate: number;
  type: string;
  roomId: string | null;
}

export interface Subscriber {
  subscriberId: string;
  streamId: string;
  b32Secret: string | null;
  type: string;
  totpExpiryPeriodSeconds: number;
  blockedType: string | null;
  blockedUntilUnitTimeStampMs: number;
}

export interface Vod {
  vodId: string;
  vodName: string;
  streamName: string | null;
  streamId: string | null;
  creationDate: number;
  startTime: number;
  duration: number;
  fileSize: number;
  filePath: string;
  previewFilePath: string | null;
  type: 'streamVod' | 'userVod' | 'uploadedVod';
  processStatus: string;
  /** The file on this machine. */
  file: string;
}

export const STREAM_ID = /^[\w.-]+$/;

const FRESH = {
  type: 'liveStream',
  publishType: null,
  name: null,
  description: null,
  publish: true,
  plannedStartDate: 0,
  plannedEndDate: 0,
  duration: 0,
  endPointList: null,
  publicStream: true,
  is360: false,
  listenerHookURL: null,
  category: null,
  ipAddr: null,
  username: null,
  password: null,
  quality: null,
  speed: 0,
  streamUrl: null,
  originAdress: null,
  mp4Enabled: 0,
  webMEnabled: 0,
  pendingPacketSize: 0,
  hlsViewerCount: 0,
  dashViewerCount: 0,
  webRTCViewerCount: 0,
  rtmpViewerCount: 0,
  startTime: 0,
  receivedBytes: 0,
  bitrate: 0,
  width: 0,
  height: 0,
  userAgent: 'N/A',
  mainTrackStreamId: null,
  absoluteStartTimeMs: 0,
  webRTCViewerLimit: -1,
  hlsViewerLimit: -1,
  dashViewerLimit: -1,
  subFolder: null,
  currentPlayIndex: 0,
  metaData: null,
  playlistLoopEnabled: true,
  updateTime: 0,
  role: null,
  hlsParameters: null,
  autoStartStopEnabled: false,
  encoderSettingsList: null,
  virtual: false,
  maxIdleTime: -1,
  subtracksLimit: -1,
  expireDurationMS: 0,
  seekTimeInMs: 0,
} as const;

/** Fields that the server alone writes. */
const OWN = ['streamId', 'status', 'zombi', 'date', 'webRTCViewerCount', 'hlsViewerCount', 'startTime'];

/** The server's database. It survives a restart. */
export const createStore = () => {
  const broadcasts = new Map<string, Broadcast>();
  const tokens = new Map<string, OneTimeToken>();
  const subscribers = new Map<string, Subscriber>();
  const vods = new Map<string, Vod>();
  const keyOf = (streamId: string, subscriberId: string): string => `${streamId} ${subscriberId}`;

  return {
    broadcasts,
    tokens,
    vods,
    /** Adds a stream with what its creator said about it. */
    create(now: number, fields: Record<string, unknown> = {}, zombi = false): Broadcast {
      const given = fields['streamId'];
      const streamId = typeof given === 'string' && given !== '' ? given : randomUUID().replaceAll('-', '').slice(0, 24);
      const broadcast: Broadcast = { ...FRESH, subTrackStreamIds: [], ...fields, streamId, status: 'created', date: now, zombi };
      broadcasts.set(streamId, broadcast);
      return broadcast;
    },
    /** Changes what callers may change. */
    update(broadcast: Broadcast, fields: Record<string, unknown>): void {
      for (const [name, value] of Object.entries(fields)) if (!OWN.includes(name)) broadcast[name] = value;
    },
    /** Removes a stream with everything that belongs to it. */
    remove(streamId: string): boolean {
      for (const [id, token] of tokens) if (token.streamId === streamId) tokens.delete(id);
      for (const [key, one] of subscribers) if (one.streamId === streamId) subscribers.delete(key);
      return broadcasts.delete(streamId);
    },
    addToken(streamId: string, type: string, expireDate: number, roomId: string | null): OneTimeToken {
      const token = { tokenId: randomUUID().replaceAll('-', ''), streamId, expireDate, type, roomId };
      tokens.set(token.tokenId, token);
      return token;
    },
    /** Finds a one-time token that fits. */
    findToken(tokenId: string, streamId: string, use: StreamUse, nowSeconds: number): OneTimeToken | undefined {
      const token = tokens.get(tokenId);
      const fits =
        token && (token.streamId === streamId || token.roomId === streamId) && token.type === use && token.expireDate > nowSeconds;
      return fits ? token : undefined;
    },
    subscriber: (streamId: string, subscriberId: string): Subscriber | undefined => subscribers.get(keyOf(streamId, subscriberId)),
    putSubscriber: (one: Subscriber): void => void subscribers.set(keyOf(one.streamId, one.subscriberId), one),
    /** Keeps a subscriber out, registered or not. */
    block(streamId: string, subscriberId: string, blockedType: string, blockedUntilUnitTimeStampMs: number): void {
      const known = subscribers.get(keyOf(streamId, subscriberId));
      const fresh = { subscriberId, streamId, b32Secret: null, type: 'publish_play', totpExpiryPeriodSeconds: 0 };
      subscribers.set(keyOf(streamId, subscriberId), { ...fresh, ...known, blockedType, blockedUntilUnitTimeStampMs });
    },
    removeSubscriber: (streamId: string, subscriberId: string): boolean => subscribers.delete(keyOf(streamId, subscriberId)),
  };
};

export type Store = ReturnType<typeof createStore>;
