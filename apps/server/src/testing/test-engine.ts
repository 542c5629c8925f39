import type { EngineShow, HostedStream, LiveEngine } from '../live/live-engine.ts';

/** An engine without media: it returns addresses like any engine, and records its calls. */
export interface TestEngine extends LiveEngine {
  ended: string[];
  kicked: { streamId: string; grantId: string }[];
  /** The streams that it was told to look at. */
  looked: string[];
  /** Of which shows snapshots were asked. */
  pictured: EngineShow[];
  /** Answers for the pictures of some shows; set by tests. */
  pictures: Map<string, () => Promise<Buffer | null>>;
  /** The streams that it says it hosts; set by tests. */
  hosted: HostedStream[];
}

const BASE = 'https://media.test/media/stagedoor';

export const createTestEngine = (): TestEngine => {
  const ended: string[] = [];
  const kicked: TestEngine['kicked'] = [];
  const looked: string[] = [];
  const pictured: EngineShow[] = [];
  const pictures: TestEngine['pictures'] = new Map();
  const hosted: HostedStream[] = [];
  return {
    kind: 'test',
    hosted,
    ended,
    kicked,
    looked,
    pictured,
    pictures,
    addressesNow: () => ({ viewer: BASE, publisher: BASE, subscriber: BASE, app: 'stagedoor' }),
    assertReady: async () => {},
    checksGrants: () => true,
    ticket: async (_show, { token, expiresAt }) => ({ token, expiresAt, subscriberId: null }),
    signalling: () => null,
    whip: ({ id }) => `${BASE}/whip/${id}`,
    whep: ({ id }) => `${BASE}/whep/${id}`,
    networkCheck: (accountId) => ({ url: `${BASE}/check/${accountId}`, token: `check-of-${accountId}` }),
    playback: ({ id }, format) => `${BASE}/streams/${id}.${format === 'hls' ? 'm3u8' : 'mp4'}`,
    iceServers: () => [{ urls: ['stun:stun.test:3478'] }],
    end: async (streamId) => void ended.push(streamId),
    kick: async (streamId, grantId) => void kicked.push({ streamId, grantId }),
    look: async (streamId) => void looked.push(streamId),
    async snapshot(show) {
      pictured.push(show);
      return pictures.get(show.id)?.() ?? Buffer.from('a picture');
    },
    hostedStreams: async () => hosted,
  };
};
