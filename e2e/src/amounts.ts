import type { AmountsWorld } from '@stagedoor/server/testing/amounts-world';
import { type LedgerLine, moneyText, restOf, sumOf, tokensText } from '@stagedoor/server/testing/ledger-amounts';

// Amounts that screens must show, computed from the ledger's lines alone. Each function gives the amounts of a page in their order.

const signed = (line: LedgerLine, amount: bigint): bigint => (line.isReversal ? -amount : amount);

/** Lines of sales and their reversals. */
const traded = (lines: readonly LedgerLine[]) => lines.filter(({ gross }) => gross !== null);
export const soldBy = (lines: readonly LedgerLine[], { star }: AmountsWorld) =>
  traded(lines).filter(({ sellerId }) => sellerId === star.id);

/** The history of a wallet, a paid show as one line. */
export const walletAmounts = (lines: readonly LedgerLine[]): string[] => {
  const show = lines.filter(({ isOfShow }) => isOfShow);
  return lines.flatMap((line) => {
    if (line.wallet === null || (line.isOfShow && line !== show.find(({ wallet }) => wallet !== null))) return [];
    const tokens = line.isOfShow ? sumOf(show.map(({ wallet }) => wallet)) : line.wallet;
    const money = line.isOfShow ? restOf(show, 'gross') : (line.charged ?? line.gross ?? 0n);
    return [tokensText(tokens, true), moneyText(tokens < 0n ? -money : money, true)];
  });
};

/** Returns the paid orders, newest first; the tokens of a card's order are its price. */
export const paidOrders = (lines: readonly LedgerLine[], prices: ReadonlyMap<string, bigint>) =>
  [
    ...Map.groupBy(
      lines.filter(({ orderId, isReversal }) => orderId !== null && !isReversal),
      ({ orderId }) => orderId!,
    ),
  ].map(([id, paid]) => ({
    id,
    tokens: paid.every(({ tokens }) => tokens !== null) ? sumOf(paid.map(({ tokens }) => tokens)) : prices.get(id)!,
    money: sumOf(paid.map(({ gross, charged }) => gross ?? charged)),
    refunded: lines.filter(({ orderId, isReversal }) => orderId === id && isReversal),
  }));

/** The lines of a performer's earnings: what was paid, the commission and the rest. */
export const earningAmounts = (lines: readonly LedgerLine[]): string[] =>
  lines.flatMap((line) => [
    ...(line.tokens === null ? [] : [tokensText(signed(line, line.tokens))]),
    moneyText(signed(line, line.gross!)),
    line.isReversal && line.commission! > 0n ? moneyText(line.commission!, true) : `−${moneyText(line.commission!)}`,
    moneyText(signed(line, line.net!)),
  ]);

const SOURCES = [
  ['tip', 'gift'],
  ['subscriptionStart'],
  ['purchaseFeed', 'purchaseGallery', 'purchaseVideo', 'purchasePhoto', 'purchaseMessage', 'purchaseProduct'],
  ['privateMinute'],
  ['shipping', 'refund'],
];
/** A performer's earnings by source. */
export const sourceAmounts = (lines: readonly LedgerLine[]): string[] =>
  SOURCES.map((kinds) =>
    moneyText(
      restOf(
        lines.filter(({ kind }) => kinds.includes(kind)),
        'net',
      ),
    ),
  );

/** A performer's earnings from the best five items. */
export const topItemAmounts = (lines: readonly LedgerLine[]): string[] => {
  const isItem = ({ kind }: LedgerLine) => /^(purchase|refund)/.test(kind);
  const nets = [...Map.groupBy(lines.filter(isItem), ({ title }) => title).values()].map((ofOne) => restOf(ofOne, 'net'));
  return nets
    .toSorted((one, other) => Number(other - one))
    .slice(0, 5)
    .map((net) => moneyText(net));
};

/** The list of the ledger's transactions. */
export const transactionAmounts = (lines: readonly LedgerLine[]): string[] =>
  lines.flatMap(({ gross, tokens, available, charged }) => {
    if (gross !== null) return [moneyText(gross)];
    if (tokens !== null) return [tokensText(tokens), moneyText(charged ?? tokens / 2n + (tokens % 2n))];
    const moved = available ?? charged ?? 0n;
    return [moneyText(moved < 0n ? -moved : moved)];
  });

/** The entries of an order's transactions as the order's page lists them. */
export const entryAmounts = (lines: readonly LedgerLine[]): string[] =>
  lines.flatMap((line) => {
    const [gross, tokens] = [signed(line, line.gross!), signed(line, line.tokens!)];
    return [
      moneyText(-gross),
      tokensText(tokens),
      moneyText(gross),
      tokensText(-tokens),
      moneyText(-gross),
      ...(line.commission === 0n ? [] : [moneyText(signed(line, line.commission!))]),
      moneyText(signed(line, line.net!)),
    ];
  });
