import { randomUUID } from 'node:crypto';
import type { ShowAudience } from '@stagedoor/contract/schedule.values';
import { sql } from 'kysely';
import type { LiveAuthority, LiveNode, NodeCommands, StreamGrant } from '../live/live-authority.ts';
import type { HostedStream } from '../live/live-engine.ts';
import { createStreamAuthority, sweepShows } from '../modules/streams/index.ts';
import type { Person } from './factories.ts';
import type { TestApp } from './test-app.ts';

/** A live process without media: it calls the authority like a real one and follows its commands. */
export interface TestNode extends LiveNode {
  authority: LiveAuthority;
  hosted: Map<string, HostedStream>;
  /** Starts publishing with a token. Written to the tables with the next report. */
  publish(streamId: string, token: string): Promise<StreamGrant>;
  /** Stops publishing. */
  drop(streamId: string): void;
  /** Adds a viewer, with or without a token. */
  watch(streamId: string, token?: string): Promise<StreamGrant>;
  /** Advances the clock, counts the time for hosted streams, and reports. */
  pass(milliseconds: number): Promise<NodeCommands>;
  /** Reports the hosted streams, and follows the commands. */
  report(): Promise<NodeCommands>;
}

export const createTestNode = (app: TestApp): TestNode => {
  const authority = createStreamAuthority(app.platform);
  const node: LiveNode = { id: randomUUID(), url: `http://127.0.0.1:1/${randomUUID()}` };
  const hosted = new Map<string, HostedStream>();
  const countId = randomUUID();
  /** Seats by the id of their grants: a seat gets media while one of them watches. */
  const seats = new Map<string, { streamId: string; accountId: string; deliveredMs: number }>();
  const withSeats = (one: HostedStream): HostedStream => ({
    ...one,
    seats: one.watching.flatMap(({ grantId }) => {
      const seat = seats.get(grantId);
      return seat ? [{ accountId: seat.accountId, deliveredMs: seat.deliveredMs, silentMs: 0, isThere: true, protocols: ['whep'] }] : [];
    }),
  });
  const show = (streamId: string): HostedStream =>
    hosted.get(streamId) ?? {
      streamId,
      isPublishing: false,
      isRehearsal: false,
      width: null,
      height: null,
      publishedMs: 0,
      viewers: 0,
      watching: [],
      seats: [],
      countId,
    };
  const report = async (): Promise<NodeCommands> => {
    const commands = await authority.reconcile(node, [...hosted.values()].map(withSeats));
    for (const streamId of commands.end) hosted.delete(streamId);
    for (const { streamId } of commands.begin) hosted.set(streamId, { ...show(streamId), isRehearsal: false });
    for (const { streamId, grantId } of commands.revoked) {
      const known = show(streamId);
      hosted.set(streamId, { ...known, viewers: known.viewers - 1, watching: known.watching.filter((one) => one.grantId !== grantId) });
    }
    return commands;
  };
  return {
    ...node,
    authority,
    hosted,
    async publish(streamId, token) {
      const grant = await authority.authorize(node, streamId, 'publish', token);
      hosted.set(streamId, { ...show(streamId), isPublishing: true, isRehearsal: grant.isRehearsal, width: 1280, height: 720 });
      return grant;
    },
    drop(streamId) {
      hosted.set(streamId, { ...show(streamId), isPublishing: false });
    },
    async watch(streamId, token) {
      const grant = await authority.authorize(node, streamId, 'play', token);
      const known = show(streamId);
      if (grant.grantId && grant.seatId) {
        const before = [...seats.values()].find((seat) => seat.streamId === streamId && seat.accountId === grant.seatId);
        seats.set(grant.grantId, before ?? { streamId, accountId: grant.seatId, deliveredMs: 0 });
      }
      const watching = grant.grantId ? [...known.watching, { grantId: grant.grantId, watchedMs: 0 }] : known.watching;
      hosted.set(streamId, { ...known, viewers: known.viewers + 1, watching });
      return grant;
    },
    pass(milliseconds) {
      app.clock.advance(milliseconds);
      for (const [streamId, one] of hosted) {
        for (const { grantId } of one.isPublishing ? one.watching : []) {
          const seat = seats.get(grantId);
          if (seat) seat.deliveredMs += milliseconds;
        }
        hosted.set(streamId, {
          ...one,
          publishedMs: one.publishedMs + (one.isPublishing ? milliseconds : 0),
          watching: one.watching.map((viewer) => ({ ...viewer, watchedMs: viewer.watchedMs + milliseconds })),
        });
      }
      return report();
    },
    report,
  };
};

/** The only live node: nodes of earlier tests have timed out. */
export const createIsolatedNode = async (app: TestApp): Promise<TestNode> => {
  app.clock.advance(11_000);
  await sweepShows(app.platform);
  return createTestNode(app);
};

/** A token to play a show, for an account or a visitor. */
export const playToken = async (app: TestApp, person: Person | undefined, streamId: string): Promise<string> =>
  (await (person?.client ?? app.client()).call('POST /streaming/join/{id}', { params: { id: streamId } })).token.tokenId;

/** The states announced for a show, in order. */
export const announcedStates = async (app: TestApp, streamId: string): Promise<string[]> => {
  const { rows } = await sql<{ state: string }>`
    select payload ->> 'state' as state from outbox where event = 'streams.changed' and payload ->> 'streamId' = ${streamId} order by id`.execute(
    app.platform.database,
  );
  return rows.map(({ state }) => state);
};

/** A show started by a performer; with a node it is live. */
export const createShow = async (
  performer: Person,
  options: {
    node?: TestNode;
    title?: string;
    isRecorded?: boolean;
    isRehearsal?: boolean;
    audience?: ShowAudience;
    goal?: { title: string; amount: number };
  } = {},
): Promise<{ streamId: string; conversationId: string; token: string }> => {
  const { node, title = 'Evening practice', isRecorded = false, isRehearsal = false, audience = 'everyone', goal = null } = options;
  const { session, publishing } = await performer.client.call('POST /streaming/live', {
    body: { title, isRecorded, isRehearsal, audience, goal },
  });
  if (node) {
    await node.publish(session._id, publishing.token);
    await node.report();
  }
  return { streamId: session._id, conversationId: session.conversationId, token: publishing.token };
};

/**
 * A private show of a performer and one fan, who agreed to a price per minute.
 * @param streamId an open show to convert; otherwise a new one is started
 */
export const createPrivateShow = async (
  app: TestApp,
  performer: Person,
  fan: Person,
  { streamId, price = 150n }: { streamId?: string; price?: bigint } = {},
): Promise<{ streamId: string; token: string }> => {
  const show = streamId ? { streamId, token: '' } : await createShow(performer);
  const { database } = app.platform;
  await database.updateTable('streams').set({ type: 'private' }).where('id', '=', show.streamId).execute();
  await database
    .insertInto('stream_participants')
    .values({ stream_id: show.streamId, account_id: fan.id, price_amount: price, token_value: 100n, commission_rate: 2500 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { streamId: show.streamId, token: show.token };
};
