import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { LiveAuthority, LiveNode, Orders, Right } from '../live/live-authority.ts';
import type { HeldShow } from '../live/live-engine.ts';
import { createStreamAuthority, sweepShows } from '../modules/streams/index.ts';
import type { Person } from './factories.ts';
import type { TestApp } from './test-app.ts';

/** A live process without media: it asks the authority as a real one does, and does what it is told. */
export interface TestNode extends LiveNode {
  authority: LiveAuthority;
  held: Map<string, HeldShow>;
  /** Media begins, by a token. Told to the tables with the next report. */
  publish(streamId: string, token: string): Promise<Right>;
  /** Media ceases. */
  drop(streamId: string): void;
  /** Somebody watches, by a token or without one. */
  watch(streamId: string, token?: string): Promise<Right>;
  /** Time goes by: it is counted for what is held, and told. */
  pass(milliseconds: number): Promise<Orders>;
  /** Tells what it holds, and obeys. */
  report(): Promise<Orders>;
}

export const createTestNode = (app: TestApp): TestNode => {
  const authority = createStreamAuthority(app.platform);
  const node: LiveNode = { id: randomUUID(), url: `http://127.0.0.1:1/${randomUUID()}` };
  const held = new Map<string, HeldShow>();
  const show = (streamId: string): HeldShow =>
    held.get(streamId) ?? { streamId, isPublishing: false, width: null, height: null, publishedMs: 0, viewers: 0, watching: [] };
  const report = async (): Promise<Orders> => {
    const orders = await authority.reconcile(node, [...held.values()]);
    for (const streamId of orders.end) held.delete(streamId);
    for (const { streamId, rightId } of orders.revoked) {
      const known = show(streamId);
      held.set(streamId, { ...known, viewers: known.viewers - 1, watching: known.watching.filter((one) => one.rightId !== rightId) });
    }
    return orders;
  };
  return {
    ...node,
    authority,
    held,
    async publish(streamId, token) {
      const right = await authority.authorize(node, streamId, 'publish', token);
      held.set(streamId, { ...show(streamId), isPublishing: true, width: 1280, height: 720 });
      return right;
    },
    drop(streamId) {
      held.set(streamId, { ...show(streamId), isPublishing: false });
    },
    async watch(streamId, token) {
      const right = await authority.authorize(node, streamId, 'play', token);
      const known = show(streamId);
      const watching = right.rightId ? [...known.watching, { rightId: right.rightId, watchedMs: 0 }] : known.watching;
      held.set(streamId, { ...known, viewers: known.viewers + 1, watching });
      return right;
    },
    pass(milliseconds) {
      app.clock.advance(milliseconds);
      for (const [streamId, one] of held)
        held.set(streamId, {
          ...one,
          publishedMs: one.publishedMs + (one.isPublishing ? milliseconds : 0),
          watching: one.watching.map((viewer) => ({ ...viewer, watchedMs: viewer.watchedMs + milliseconds })),
        });
      return report();
    },
    report,
  };
};

/** A node by itself: those of other tests are silent by now. */
export const createLoneNode = async (app: TestApp): Promise<TestNode> => {
  app.clock.advance(11_000);
  await sweepShows(app.platform);
  return createTestNode(app);
};

/** What somebody, or a visitor, plays a show with. */
export const playToken = async (app: TestApp, person: Person | undefined, streamId: string): Promise<string> =>
  (await (person?.client ?? app.client()).call('POST /streaming/join/{id}', { params: { id: streamId } })).token.tokenId;

/** The states a show was announced in, in their order. */
export const announcedStates = async (app: TestApp, streamId: string): Promise<string[]> => {
  const { rows } = await sql<{ state: string }>`
    select payload ->> 'state' as state from outbox where event = 'streams.changed' and payload ->> 'streamId' = ${streamId} order by id`.execute(
    app.platform.database,
  );
  return rows.map(({ state }) => state);
};

/** A show that a performer began, and with a node is on air. */
export const createShow = async (
  performer: Person,
  options: { node?: TestNode; title?: string; isRecorded?: boolean; goal?: { title: string; amount: number } } = {},
): Promise<{ streamId: string; conversationId: string; token: string }> => {
  const { node, title = 'Evening practice', isRecorded = false, goal = null } = options;
  const { session, publishing } = await performer.client.call('POST /streaming/live', { body: { title, isRecorded, goal } });
  if (node) {
    await node.publish(session._id, publishing.token);
    await node.report();
  }
  return { streamId: session._id, conversationId: session.conversationId, token: publishing.token };
};

/**
 * A show of a performer and one fan, who agreed to a price a minute: as asking for one and accepting it will leave it.
 * @param streamId an open show that becomes one; else one is begun
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
