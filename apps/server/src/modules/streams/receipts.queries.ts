import type { ShowReceipt } from '@stagedoor/contract/paid-shows';
import type { LeftReason, PlaybackProtocol, RefundReason } from '@stagedoor/contract/paid-shows.values';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { sql } from 'kysely';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { lastSeenOf } from '../../platform/presence/presence.store.ts';
import { avatarUrl } from '../accounts/index.ts';
import { type AuthorRow, authorOf } from '../performers/index.ts';
import { MINUTE_MS } from './minutes.rules.ts';
import { leftReasonFor } from './participants.queries.ts';

interface Row extends AuthorRow {
  performer_id: string;
  type: 'private' | 'group';
  title: string;
  started_at: Date | null;
  ended_at: Date | null;
  end_reason: string | null;
  last_seen_at: Date | null;
  account_id: string | null;
  fan_username: string;
  fan_name: string;
  fan_avatar_key: string | null;
  price_amount: bigint;
  left_reason: LeftReason | null;
  balance: bigint;
  tips: bigint;
  lines: {
    minute: number;
    at: string;
    tokens: string;
    net: string;
    gross: string;
    refunded: boolean;
    reason: RefundReason | null;
    ms: number | null;
    protocols: PlaybackProtocol[] | null;
  }[];
}

/**
 * A paid show by the minute, as the ledger has it: for a fan their own minutes, for the performer everybody's.
 * @throws CodedError NOT_FOUND
 */
export const getReceipt = async (platform: Platform, viewer: AccountViewer, showId: string): Promise<ShowReceipt> => {
  const { rows } = await sql<Row>`
    select s.performer_id, s.type, s.title, s.started_at, s.ended_at, s.end_reason, a.username, a.name, a.avatar_key, p.craft, p.city,
      (p.live_stream_id is not null) as is_live, ${lastSeenOf(sql`a.id`)} as last_seen_at, x.account_id, f.username as fan_username,
      f.name as fan_name, f.avatar_key as fan_avatar_key, x.price_amount, x.left_reason, coalesce(w.balance, 0) as balance,
      (select coalesce(sum(case when t.reverses_id is null then t.tokens_amount else -t.tokens_amount end), 0)::bigint from ledger.transactions t
        left join ledger.transactions o on o.id = t.reverses_id
        where t.item_kind = 'stream' and t.item_id = s.id and t.buyer_id = x.account_id
          and coalesce(o.kind, t.kind) in ('tip', 'gift', 'emoji')) as tips,
      (select coalesce(json_agg(json_build_object('minute', split_part(t.key, ':', 4)::int, 'at', t.created_at, 'tokens', t.tokens_amount::text,
          'net', t.net_amount::text, 'gross', t.gross_amount::text, 'refunded', r.id is not null, 'reason', m.refund_reason,
          'ms', coalesce(m.to_ms, least(m.from_ms + ${sql.lit(MINUTE_MS)}, x.connected_ms)) - m.from_ms, 'protocols', m.protocols) order by t.created_at, t.id), '[]')
        from ledger.transactions t left join ledger.transactions r on r.reverses_id = t.id
        left join stream_minutes m on m.stream_id = s.id and m.account_id = x.account_id and m.minute = split_part(t.key, ':', 4)::int
        where t.reference_kind = 'minute' and t.reference_id = s.id and t.buyer_id = x.account_id and t.reverses_id is null) as lines
    from streams s
    join performers p on p.account_id = s.performer_id
    join accounts a on a.id = s.performer_id
    left join stream_participants x on x.stream_id = s.id and (s.performer_id = ${viewer.accountId}::uuid or x.account_id = ${viewer.accountId}::uuid)
    left join accounts f on f.id = x.account_id
    left join ledger.accounts w on w.kind = 'wallet' and w.owner_id = x.account_id
    where s.id = ${showId}::uuid and s.type <> 'public' and (s.performer_id = ${viewer.accountId}::uuid or x.account_id is not null)
    order by x.created_at, x.account_id`.execute(platform.database);
  const show = rows[0];
  if (!show) throw new CodedError('NOT_FOUND');
  const isPerformer = show.performer_id === viewer.accountId;
  const sum = (lines: Row['lines'], of: 'tokens' | 'net' | 'gross'): number =>
    hundredthsToNumber(lines.filter(({ refunded }) => !refunded).reduce((total, line) => total + BigInt(line[of]), 0n));
  return {
    _id: showId,
    type: show.type,
    title: show.title,
    performer: authorOf(platform, show.performer_id, show, show.last_seen_at),
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
          minutes: lines.map(({ minute, at, tokens, refunded, reason, ms, protocols }) => ({
            minute,
            startedAt: new Date(at).toISOString(),
            amount: hundredthsToNumber(BigInt(tokens)),
            isRefunded: refunded,
            refundReason: reason,
            connectedSeconds: ms === null ? null : Math.round(ms / 1000),
            protocols: protocols ?? [],
          })),
          total: sum(lines, 'tokens'),
          money: sum(lines, 'gross'),
          tips: hundredthsToNumber(row.tips),
          net: isPerformer ? sum(lines, 'net') : null,
          balance: isPerformer ? null : hundredthsToNumber(row.balance),
          leftReason: leftReasonFor(row.left_reason, row.account_id === viewer.accountId),
        },
      ];
    }),
  };
};
