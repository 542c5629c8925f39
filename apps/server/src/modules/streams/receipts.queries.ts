import type { ShowReceipt } from '@stagedoor/contract/paid-shows';
import type { LeftReason, PlaybackProtocol, RefundReason } from '@stagedoor/contract/paid-shows.values';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { decimalOf } from '@stagedoor/contract/statements.values';
import { sql } from 'kysely';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { lastSeenOf } from '../../platform/presence/presence.store.ts';
import { siteSigner } from '../../platform/signed-file.ts';
import { avatarUrl } from '../accounts/index.ts';
import { blockedPair } from '../access/index.ts';
import { type AuthorNow, type AuthorRow, authorOf } from '../performers/index.ts';
import { liveWhere } from '../stage/index.ts';
import { MINUTE_MS, missedMinutes } from './minutes.rules.ts';
import { leftReasonFor } from './participants.queries.ts';
import { type MinuteLine, type SeatHead, buildShowMinutes, signMinutes } from './show-minutes.ts';
import type { EndReason } from './stream-state.ts';

interface Row extends AuthorRow, AuthorNow {
  performer_id: string;
  type: 'private' | 'group';
  title: string;
  started_at: Date | null;
  ended_at: Date | null;
  end_reason: EndReason | null;
  account_id: string | null;
  fan_username: string;
  fan_name: string;
  fan_avatar_key: string | null;
  price_amount: bigint;
  left_reason: LeftReason | null;
  balance: bigint;
  /** The wallet's balances before and after what it moved for the show; null when it moved nothing. */
  before: bigint | null;
  after: bigint | null;
  tips: bigint;
  connected_ms: bigint;
  next_from_ms: bigint;
  missed: number;
  left_at: Date | null;
  lines: {
    minute: number;
    at: string;
    tokens: string;
    net: string;
    gross: string;
    refunded: boolean;
    reason: RefundReason | null;
    from: number | null;
    to: number | null;
    protocols: PlaybackProtocol[] | null;
  }[];
}

/** The seats of a paid show with their minutes: a fan's own, or all for the performer. @throws CodedError NOT_FOUND */
const findSeats = async (
  platform: Pick<Platform, 'database'>,
  viewer: AccountViewer,
  showId: string,
): Promise<readonly [Row, ...Row[]]> => {
  const { rows } = await sql<Row>`
    select s.performer_id, s.type, s.title, s.started_at, s.ended_at, s.end_reason, a.username, a.name, a.avatar_key, p.craft, p.city,
      ${liveWhere(sql`a.id`, sql`not ${blockedPair(sql`a.id`, sql`${viewer.accountId}::uuid`)}`)} as live, ${lastSeenOf(sql`a.id`)} as last_seen_at, x.account_id, f.username as fan_username,
      f.name as fan_name, f.avatar_key as fan_avatar_key, x.price_amount, x.left_reason, x.connected_ms, x.next_from_ms, x.missed, x.left_at,
      coalesce(w.balance, 0) as balance, moved.before, moved.after,
      (select coalesce(sum(case when t.reverses_id is null then t.tokens_amount else -t.tokens_amount end), 0)::bigint from ledger.transactions t
        left join ledger.transactions o on o.id = t.reverses_id
        where t.item_kind = 'stream' and t.item_id = s.id and t.buyer_id = x.account_id
          and coalesce(o.kind, t.kind) in ('tip', 'gift', 'emoji')) as tips,
      (select coalesce(json_agg(json_build_object('minute', split_part(t.key, ':', 4)::int, 'at', t.created_at, 'tokens', t.tokens_amount::text,
          'net', t.net_amount::text, 'gross', t.gross_amount::text, 'refunded', r.id is not null, 'reason', m.refund_reason,
          'from', m.from_ms,
          'to', coalesce(m.to_ms, least(m.from_ms + ${sql.lit(MINUTE_MS)}, x.connected_ms)), 'protocols', m.protocols) order by t.created_at, t.id), '[]')
        from ledger.transactions t left join ledger.transactions r on r.reverses_id = t.id
        left join stream_minutes m on m.stream_id = s.id and m.account_id = x.account_id and m.minute = split_part(t.key, ':', 4)::int
        where t.reference_kind = 'minute' and t.reference_id = s.id and t.buyer_id = x.account_id and t.reverses_id is null) as lines
    from streams s
    join performers p on p.account_id = s.performer_id
    join accounts a on a.id = s.performer_id
    left join stream_participants x on x.stream_id = s.id and (s.performer_id = ${viewer.accountId}::uuid or x.account_id = ${viewer.accountId}::uuid)
    left join accounts f on f.id = x.account_id
    left join ledger.accounts w on w.kind = 'wallet' and w.owner_id = x.account_id
    left join lateral (
      select (array_agg(e.balance_after - e.amount order by e.position))[1] as before, (array_agg(e.balance_after order by e.position desc))[1] as after
      from ledger.transactions t join ledger.entries e on e.transaction_id = t.id and e.account_id = w.id
      where t.item_kind = 'stream' and t.item_id = s.id and t.buyer_id = x.account_id) moved on true
    where s.id = ${showId}::uuid and s.type <> 'public' and (s.performer_id = ${viewer.accountId}::uuid or x.account_id is not null)
    order by x.created_at, x.account_id`.execute(platform.database);
  const [show, ...others] = rows;
  if (!show) throw new CodedError('NOT_FOUND');
  return [show, ...others];
};

/** Seconds of media that a minute took; null for minutes charged before they were counted. */
const secondsOf = ({ from, to }: Row['lines'][number]): number | null => (from === null || to === null ? null : (to - from) / 1000);

/** Minutes of a seat that were never charged. */
const missedOf = (row: Row): number =>
  missedMinutes({ missed: row.missed, connectedMs: Number(row.connected_ms), nextFromMs: Number(row.next_from_ms) }, row.left_at !== null);

/**
 * A paid show by the minute, as the ledger has it: for a fan their own minutes, for the performer everybody's.
 * @throws CodedError NOT_FOUND
 */
export const getReceipt = async (platform: Platform, viewer: AccountViewer, showId: string): Promise<ShowReceipt> => {
  const rows = await findSeats(platform, viewer, showId);
  const [show] = rows;
  const isPerformer = show.performer_id === viewer.accountId;
  const sum = (lines: Row['lines'], of: 'tokens' | 'net' | 'gross'): number =>
    hundredthsToNumber(lines.filter(({ refunded }) => !refunded).reduce((total, line) => total + BigInt(line[of]), 0n));
  return {
    _id: showId,
    type: show.type,
    title: show.title,
    performer: authorOf(platform, show.performer_id, show, show),
    startedAt: show.started_at?.toISOString() ?? null,
    endedAt: show.ended_at?.toISOString() ?? null,
    endReason: show.end_reason,
    currency: platform.settings.get('currency'),
    fans: rows.flatMap((row) => {
      if (row.account_id === null) return [];
      const lines = row.lines;
      return [
        {
          fan: { _id: row.account_id, username: row.fan_username, name: row.fan_name, avatar: avatarUrl(platform, row.fan_avatar_key) },
          price: hundredthsToNumber(row.price_amount),
          minutes: lines.map((line) => {
            const seconds = secondsOf(line);
            return {
              minute: line.minute,
              startedAt: new Date(line.at).toISOString(),
              amount: hundredthsToNumber(BigInt(line.tokens)),
              isRefunded: line.refunded,
              refundReason: line.reason,
              connectedSeconds: seconds === null ? null : Math.round(seconds),
              protocols: line.protocols ?? [],
            };
          }),
          connectedSeconds: Number(row.connected_ms) / 1000,
          missed: missedOf(row),
          total: sum(lines, 'tokens'),
          money: sum(lines, 'gross'),
          tips: hundredthsToNumber(row.tips),
          net: isPerformer ? sum(lines, 'net') : null,
          balance: isPerformer ? null : hundredthsToNumber(row.balance),
          walletBefore: isPerformer || row.before === null ? null : hundredthsToNumber(row.before),
          walletAfter: isPerformer || row.after === null || row.left_at === null ? null : hundredthsToNumber(row.after),
          leftReason: leftReasonFor(row.left_reason, row.account_id === viewer.accountId),
        },
      ];
    }),
  };
};

/**
 * The signed export of a paid show's minutes: a fan's own, or everybody's for the performer.
 * @throws CodedError NOT_FOUND
 */
export const exportMinutes = async (platform: Platform, viewer: AccountViewer, showId: string): Promise<string> => {
  const rows = await findSeats(platform, viewer, showId);
  const [show] = rows;
  const seats = rows.flatMap((row): SeatHead[] => {
    if (row.account_id === null) return [];
    return [
      {
        fan: { id: row.account_id, username: row.fan_username, name: row.fan_name },
        price: decimalOf(row.price_amount),
        connectedSeconds: Number(row.connected_ms) / 1000,
        missed: missedOf(row),
        isOver: row.left_at !== null,
        leftReason: leftReasonFor(row.left_reason, row.account_id === viewer.accountId),
      },
    ];
  });
  const lines = rows.flatMap((row) =>
    row.lines.map((line): MinuteLine => {
      const amount = decimalOf(BigInt(line.tokens));
      return {
        fan: row.fan_username,
        minute: line.minute,
        startedAt: new Date(line.at).toISOString(),
        fromMs: line.from,
        toMs: line.to,
        connectedSeconds: secondsOf(line),
        protocols: line.protocols ?? [],
        amount,
        refund: line.refunded ? amount : null,
        refundReason: line.refunded ? line.reason : null,
      };
    }),
  );
  const head = {
    site: platform.config.publicUrl,
    exportedAt: platform.clock.now().toISOString(),
    show: {
      id: showId,
      type: show.type,
      title: show.title,
      performer: { id: show.performer_id, username: show.username, name: show.name },
      startedAt: show.started_at?.toISOString() ?? null,
      endedAt: show.ended_at?.toISOString() ?? null,
      endReason: show.end_reason,
    },
  };
  return signMinutes(buildShowMinutes(head, seats, lines), siteSigner(platform));
};
