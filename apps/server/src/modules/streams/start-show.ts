import type { ShowAudience } from '@stagedoor/contract/schedule.values';
import type { StreamType } from '@stagedoor/contract/streams';
import { sql } from 'kysely';
import type { EngineShow, LiveEngine } from '../../live/live-engine.ts';
import type { ShowAddresses } from '../../live/show-addresses.ts';
import { type Executor, type Trx, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { assertMayBegin } from './closing.ts';
import { openStreamConversation } from '../conversations/index.ts';
import { checkCategory } from '../categories/index.ts';
import { insertItem } from '../items/index.ts';
import type { Goal } from './goals.rules.ts';
import { startByOf } from './stream-state.ts';
import { type IssuedGrant, expiryOf, createStreamGrant } from './stream-grants.ts';

export interface ShowInput {
  /** The performer's name unless said. */
  title?: string | undefined;
  audience: ShowAudience;
  categoryId: string | null;
  isRehearsal: boolean;
  /** An encoder publishes it. */
  fromEncoder: boolean;
  isRecorded: boolean;
  /** Hundredths of a token. */
  goal: Goal | null;
  nextGoals: readonly Goal[];
}

export interface StartedShow {
  show: EngineShow;
  /** To publish it. */
  grant: IssuedGrant;
}

/** Retries when the open show ends concurrently. */
const ATTEMPTS = 3;

interface OpenShow {
  id: string;
  type: StreamType;
  addresses: ShowAddresses | null;
}

/** Inserts a show; undefined when the performer has an open one: the index `streams_open` decides, also for concurrent calls. */
const insertShow = async (engine: LiveEngine, trx: Trx, performerId: string, input: ShowInput, at: Date): Promise<OpenShow | undefined> => {
  const addresses = engine.addressesNow('public');
  const { rows } = await sql<{ id: string; title: string }>`
    insert into streams (performer_id, type, title, category_id, rehearsal, goal_title, goal_amount, next_goals, is_recorded, addresses, start_by, created_at, updated_at)
    values (${performerId}::uuid, 'public', coalesce(${input.title ?? null}, (select a.name from accounts a where a.id = ${performerId}::uuid)), ${input.categoryId}::uuid, ${input.isRehearsal ? 'running' : null}, ${input.goal?.title ?? null}, ${input.goal?.amount ?? null}::bigint,
      ${JSON.stringify(input.goal ? input.nextGoals.map(({ title, amount }) => ({ title, amount: amount.toString() })) : [])}::jsonb, ${input.isRecorded}, ${JSON.stringify(addresses)}::jsonb, ${startByOf(at, input.fromEncoder)}::timestamptz, ${at}::timestamptz, ${at}::timestamptz)
    on conflict (performer_id) where ended_at is null and state <> 'paused' do nothing
    returning id, title`.execute(trx);
  if (!rows[0]) return undefined;
  const { id, title } = rows[0];
  await insertItem(trx, {
    id,
    kind: 'stream',
    performerId,
    title,
    audience: input.audience,
    priceAmount: null,
    // Nothing of a rehearsal is on sale, and its chat is closed.
    state: input.isRehearsal ? 'draft' : 'active',
    at,
  });
  await openStreamConversation(trx, { streamId: id, performerId, type: 'public', isClosed: input.isRehearsal, at });
  return { id, type: 'public', addresses };
};

const findOpenShow = async (executor: Executor, performerId: string): Promise<OpenShow | undefined> => {
  const { rows } = await sql<OpenShow>`
    select id, type, addresses from streams where performer_id = ${performerId}::uuid and ended_at is null
      order by type = 'public'`.execute(executor);
  return rows[0];
};

/**
 * Starts a public show, or resumes the open one, whose title, audience, goal and recording stay unchanged; an open rehearsal stays one. Each call creates a publishing grant of
 * its own, since earlier tokens are known only to those who received them.
 * @throws CodedError SHOWS_CLOSING, LIVE_BUSY during a paid show, LIVE_SERVER_AWAY; FieldsError for an unknown category
 */
export const startShow = async (platform: Platform, engine: LiveEngine, performerId: string, input: ShowInput): Promise<StartedShow> => {
  const now = platform.clock.now();
  if (!(await findOpenShow(platform.database, performerId))) await engine.assertReady('public');
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const started = await transact(platform.database, undefined, async (trx) => {
      await checkCategory(trx, input.categoryId);
      const open = platform.settings.get('maintenanceMode') ? await findOpenShow(trx, performerId) : undefined;
      if (!open) assertMayBegin(platform);
      const show = open ?? (await insertShow(engine, trx, performerId, input, now)) ?? (await findOpenShow(trx, performerId));
      if (!show) return undefined;
      if (show.type !== 'public') throw new CodedError('LIVE_BUSY');
      const grant = await createStreamGrant(trx, {
        streamId: show.id,
        accountId: performerId,
        country: null,
        kind: 'publish',
        now,
        expiresAt: expiryOf(now, undefined),
      });
      return { show, grant };
    });
    if (started) return started;
  }
  throw new CodedError('UNAVAILABLE');
};
