const SQL = 'apps/server/functions';

/**
 * Mutants that tests can't or needn't kill, each with the reason. `before` and `after` are the whole changed lines. An equivalent one changes nothing
 * that anybody could notice, and isn't drawn; another survivor counts as such.
 *
 * @type {{ file: string, before: string, after: string, isEquivalent?: boolean, reason: string }[]}
 */
export const EXPLAINED_MUTANTS = [
  {
    file: `${SQL}/ledger-closing.sql`,
    before:
      'select t.seller_id, t.buyer_id, coalesce(sum(case when t.reverses_id is null then t.gross_amount else -t.gross_amount end), 0), count(*)',
    after:
      'select t.seller_id, t.buyer_id, coalesce(sum(case when t.reverses_id is null then t.gross_amount else -t.gross_amount end), 1), count(*)',
    isEquivalent: true,
    reason: 'Lines with a seller have a gross amount, so the sum of a group is never null.',
  },
  {
    file: `${SQL}/ledger-closing.sql`,
    before: 'coalesce(sum(case when t.reverses_id is null then t.net_amount else -t.net_amount end), 0), count(*),',
    after: '(sum(case when t.reverses_id is null then t.net_amount else -t.net_amount end)), count(*),',
    isEquivalent: true,
    reason: 'Lines with a seller have a net amount, so the sum of a group is never null.',
  },
  {
    file: `${SQL}/ledger-reverse.sql`,
    before: `'buyerId', p_order.buyer_id, 'sellerId', null, 'tokens', v_taken::text, 'gross', v_part::text, 'net', null, 'receiver', 'site', 'wasPending', false, 'revoked', 0,`,
    after: `'buyerId', p_order.buyer_id, 'sellerId', null, 'tokens', v_taken::text, 'gross', v_part::text, 'net', null, 'receiver', 'site', 'wasPending', true, 'revoked', 0,`,
    isEquivalent: true,
    reason: 'It tells which of a seller’s accounts was debited; a top-up has no seller, and nothing reads it.',
  },
  {
    file: `${SQL}/ledger-limits.sql`,
    before: `'amount', round(v_room.amount / 100.0, 2), 'left', round(v_room.room / 100.0, 2), 'until', v_room.until)::text;`,
    after: `'amount', round(v_room.amount / 100.0, 2), 'left', round(v_room.room / 100.0, 3), 'until', v_room.until)::text;`,
    isEquivalent: true,
    reason: 'Whole hundredths have no third decimal; as a JSON number the result is the same.',
  },
];
