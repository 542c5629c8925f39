import { sql } from 'kysely';
import { type Person, createFan, createPerformer, topUp } from '../../testing/factories.ts';
import { ask, createPair } from '../../testing/paid-show-fixtures.ts';
import type { BridgeStage } from './bridge-stage.ts';
import type { TestPublisher } from './publisher.ts';
import type { TestViewer } from './viewer.ts';

/** Begins shows on a stage, and reads from the tables how they stand. */
export const createBridgeShows = (stage: BridgeStage, admin: Person) => {
  const closing: { stop(): Promise<void> }[] = [];

  const kept = <T extends TestPublisher | TestViewer>(one: T): T => {
    closing.push(one);
    return one;
  };
  const showOf = async (streamId: string) =>
    (
      await sql<{ state: string; viewer_count: number; end_reason: string | null; width: number | null; released_at: Date | null }>`
        select state, viewer_count, end_reason, width, released_at from streams where id = ${streamId}::uuid`.execute(
        stage.app.platform.database,
      )
    ).rows[0]!;
  const seatOf = async (streamId: string, fan: Person) =>
    (
      await sql<{
        minutes: number;
        connected_ms: string;
        left_reason: string | null;
        charged: number;
        refunded: number;
        protocols: string[];
      }>`
        select p.minutes, p.connected_ms::text, p.left_reason,
          (select count(*)::int from stream_minutes m where m.stream_id = p.stream_id and m.account_id = p.account_id) as charged,
          (select count(*)::int from stream_minutes m where m.stream_id = p.stream_id and m.account_id = p.account_id and m.refund_reason is not null) as refunded,
          array(select distinct unnest(m.protocols) from stream_minutes m where m.stream_id = p.stream_id and m.account_id = p.account_id) as protocols
        from stream_participants p where p.stream_id = ${streamId}::uuid and p.account_id = ${fan.id}::uuid`.execute(
        stage.app.platform.database,
      )
    ).rows[0]!;
  const join = (fan: Person, id: string) => fan.client.call('POST /streaming/join/{id}', { params: { id } });
  const goLive = async (performer: Person, more: { isRecorded?: boolean; isRehearsal?: boolean } = {}) => {
    const { session, publishing } = await performer.client.call('POST /streaming/live', { body: { title: 'Nocturnes', ...more } });
    return { streamId: session._id, publishing, publisher: kept(await stage.publish(publishing)) };
  };
  /** Begins a private show, published, whose fan has joined. */
  const beginPrivate = async (tokens: number, withCamera = false) => {
    const [performer, fan] = await createPair(stage.app, admin, tokens);
    const { _id: streamId } = await ask(fan, performer, { withCamera });
    const accepted = await performer.client.call('POST /streaming/private-chat/{id}/accept', { params: { id: streamId }, body: {} });
    const publisher = kept(await stage.publish(accepted.publishing));
    const { session, token } = await join(fan, streamId);
    return { streamId, performer, fan, publisher, token, signalling: session.playback!.signalling! };
  };
  /** Begins a group show at three tokens a minute, published, and fans with so many tokens. */
  const beginGroup = async (tokens: readonly number[]) => {
    const performer = await createPerformer(stage.app, { admin });
    const { session, publishing } = await performer.client.call('POST /streaming/group-chat', {
      body: { title: 'Four blues', price: 3, seats: 5, minimumMinutes: 1, audience: 'everyone', isRecorded: false },
    });
    const publisher = kept(await stage.publish(publishing));
    const fans: Person[] = [];
    for (const amount of tokens) {
      const fan = await createFan(stage.app);
      await topUp(stage.app, fan, amount);
      fans.push(fan);
    }
    return { streamId: session._id, performer, fans, publishing, publisher };
  };

  return {
    kept,
    showOf,
    seatOf,
    join,
    goLive,
    beginPrivate,
    beginGroup,
    /** Disconnects everybody. */
    async end(): Promise<void> {
      for (const one of closing.splice(0)) await one.stop().catch(() => {});
    },
  };
};

export type BridgeShows = ReturnType<typeof createBridgeShows>;
