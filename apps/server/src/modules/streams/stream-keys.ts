import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { KeyDecision, LiveNode } from '../../live/live-authority.ts';
import type { LiveEngine } from '../../live/live-engine.ts';
import type { MediaNode } from '../../live/media-proxy.ts';
import { hashToken } from '../../platform/auth/sessions.ts';
import { type Trx, transact } from '../../platform/database/database.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { findMediaNode } from './live-nodes.ts';
import { createStreamGrant, expiryOf } from './stream-grants.ts';
import { heartbeat } from './stream-reports.ts';

// Lasting keys of performers, for programs such as OBS. The table has the SHA-256, by which it is found, and the key itself, sealed.

const KEY_BYTES = 32;

/** The purpose that a key is sealed for. */
/** The purpose that a stream key is sealed for. */
export const streamKeyContext = (performerId: string): string => `streamKey:${performerId}`;

export interface StreamKeyFacts {
  createdAt: Date;
  usedAt: Date | null;
}

export const findStreamKey = async ({ database }: Pick<Platform, 'database'>, performerId: string): Promise<StreamKeyFacts | null> => {
  const row = await database
    .selectFrom('stream_keys')
    .select(['created_at', 'used_at'])
    .where('performer_id', '=', performerId)
    .executeTakeFirst();
  return row ? { createdAt: row.created_at, usedAt: row.used_at } : null;
};

/** @throws CodedError NOT_FOUND for performers without one */
export const readStreamKey = async (
  { database, encryption }: Pick<Platform, 'database' | 'encryption'>,
  performerId: string,
): Promise<string> => {
  const row = await database.selectFrom('stream_keys').select('sealed').where('performer_id', '=', performerId).executeTakeFirst();
  if (!row) throw new CodedError('NOT_FOUND');
  return encryption.decrypt<string>(row.sealed, streamKeyContext(performerId));
};

/** Ends what was let in by a performer's key. @returns the grants, for the engine to disconnect at once */
const revokeGrants = async (trx: Trx, performerId: string, at: Date): Promise<{ streamId: string; grantId: string }[]> => {
  const { rows } = await sql<{ id: string; stream_id: string }>`
    update stream_rights r set revoked_at = ${at}::timestamptz from streams s
    where s.id = r.stream_id and s.performer_id = ${performerId}::uuid and r.by_key and r.revoked_at is null
    returning r.id, r.stream_id`.execute(trx);
  return rows.map(({ id, stream_id: streamId }) => ({ streamId, grantId: id }));
};

/** A failure is ignored: the live process hears of it with its next report. */
const disconnect = (engine: LiveEngine, grants: readonly { streamId: string; grantId: string }[]): Promise<unknown> =>
  Promise.all(grants.map(({ streamId, grantId }) => engine.kick(streamId, grantId)));

/** Gives a performer another key, in place of an earlier one, which ends at once. @returns the key */
export const rotateStreamKey = async (platform: Platform, engine: LiveEngine, performerId: string): Promise<string> => {
  const { database, encryption, clock } = platform;
  const key = randomBytes(KEY_BYTES).toString('base64url');
  const at = clock.now();
  const ended = await transact(database, undefined, async (trx) => {
    const row = { key_hash: hashToken(key), sealed: encryption.encrypt(key, streamKeyContext(performerId)), created_at: at, used_at: null };
    await trx
      .insertInto('stream_keys')
      .values({ performer_id: performerId, ...row })
      .onConflict((conflict) => conflict.column('performer_id').doUpdateSet(row))
      .execute();
    return revokeGrants(trx, performerId, at);
  });
  await disconnect(engine, ended);
  return key;
};

/** Ends a performer's key at once, and the show's connection with it. Repeatable. */
export const removeStreamKey = async (platform: Platform, engine: LiveEngine, performerId: string): Promise<void> => {
  const ended = await transact(platform.database, undefined, async (trx) => {
    await trx.deleteFrom('stream_keys').where('performer_id', '=', performerId).execute();
    return revokeGrants(trx, performerId, platform.clock.now());
  });
  await disconnect(engine, ended);
};

/** Condition that a show `s` is the one that a key `k` means: its performer's open one; beside a private show, that one and not the paused public one. */
const isKeyShow = sql`s.performer_id = k.performer_id and s.ended_at is null and s.state <> 'paused'
  and coalesce(s.addresses ->> 'engine', 'builtIn') = 'builtIn'`;

/** No show's id. */
const NO_SHOW = '00000000-0000-0000-0000-000000000000';

/**
 * The node of the show that a key means, or the one with fewest shows: it answers for keys without a show, and for those that nobody has. Null when no
 * node is alive.
 */
export const findKeyNode = async (platform: Pick<Platform, 'database' | 'clock'>, keyHash: Buffer): Promise<MediaNode | null> => {
  const { rows } = await sql<{ id: string }>`
    select s.id from stream_keys k join streams s on ${isKeyShow} where k.key_hash = ${keyHash} order by s.id limit 1`.execute(
    platform.database,
  );
  return findMediaNode(platform, rows[0]?.id ?? NO_SHOW);
};

interface KeyShow {
  stream_id: string | null;
  performer_id: string;
  /** The performer is approved and not held. */
  may_publish: boolean;
  /** It is on air, and no encoder has published it: a browser does. */
  is_of_browser: boolean;
  is_recorded: boolean;
  is_rehearsal: boolean;
  grant_id: string | null;
  expires_at: Date | null;
}

const findKeyShow = async (trx: Trx, keyHash: Buffer, at: Date): Promise<KeyShow | undefined> => {
  const { rows } = await sql<KeyShow>`
    select k.performer_id, s.id as stream_id, p.state = 'approved' and a.status = 'active' as may_publish,
      coalesce(s.state = 'live' and not exists (select from stream_rights x where x.stream_id = s.id and x.by_key), false) as is_of_browser, coalesce(s.is_recorded, false) as is_recorded,
      coalesce(s.rehearsal = 'running', false) as is_rehearsal, r.id as grant_id, r.expires_at
    from stream_keys k
    join performers p on p.account_id = k.performer_id
    join accounts a on a.id = k.performer_id
    left join streams s on ${isKeyShow}
    left join stream_rights r on r.stream_id = s.id and r.by_key and r.revoked_at is null and r.expires_at > ${at}::timestamptz
    where k.key_hash = ${keyHash}
    order by r.id desc nulls last limit 1`.execute(trx);
  return rows[0];
};

/** Lets somebody with a stream key publish, on a node that becomes the show's owner. The same key has the same grant while it is valid. */
export const authorizeStreamKey = (
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  node: LiveNode,
  keyHash: Buffer,
): Promise<KeyDecision> =>
  transact(database, undefined, async (trx) => {
    const at = clock.now();
    const show = await findKeyShow(trx, keyHash, at);
    if (!show) return { refusal: 'wrongKey' };
    // The key of a performer who may not publish is no guess.
    if (show.stream_id === null || !show.may_publish) return { refusal: 'noShow' };
    if (show.is_of_browser) return { refusal: 'onAir' };
    const { stream_id: streamId, performer_id: accountId } = show;
    await heartbeat(trx, node, at);
    const { numAffectedRows = 0n } = await sql`
      update streams set node_id = ${node.id}::uuid where id = ${streamId}::uuid and ended_at is null`.execute(trx);
    if (numAffectedRows === 0n) return { refusal: 'noShow' };
    await sql`update stream_keys set used_at = ${at}::timestamptz where performer_id = ${accountId}::uuid`.execute(trx);
    const given =
      show.grant_id === null || show.expires_at === null
        ? await createStreamGrant(trx, {
            streamId,
            accountId,
            country: null,
            kind: 'publish',
            now: at,
            expiresAt: expiryOf(at, undefined),
            byKey: true,
          })
        : { grantId: show.grant_id, expiresAt: show.expires_at };
    const { grantId, expiresAt } = given;
    return {
      grant: { grantId, streamId, seatId: null, isOpen: false, expiresAt, isRecorded: show.is_recorded, isRehearsal: show.is_rehearsal },
    };
  });
