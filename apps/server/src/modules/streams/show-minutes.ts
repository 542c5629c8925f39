import { headedFile, textWithLines } from '@stagedoor/contract/signed-files.values';
import { decimalOf, hundredthsOf } from '@stagedoor/contract/statements.values';
import type { Signer } from '../../platform/signed-file.ts';

// The signed export of a paid show's minutes, without the database. Docs: docs/domains/streams.md.

export const MINUTES_FORMAT = 'stagedoor-show-minutes-1';

interface Person {
  id: string;
  username: string;
  name: string;
}

/** A charged minute of one seat. Positions are milliseconds of media that were delivered to it; amounts are tokens with two decimals. */
export interface MinuteLine {
  /** The fan's username. */
  fan: string;
  minute: number;
  startedAt: string;
  /** Null for minutes charged before media were counted, as `toMs` and `connectedSeconds` are. */
  fromMs: number | null;
  toMs: number | null;
  connectedSeconds: number | null;
  protocols: readonly string[];
  amount: string;
  /** Tokens given back, and the reason if it was stored. */
  refund: string | null;
  refundReason: string | null;
}

export interface SeatHead {
  fan: Person;
  /** Tokens a minute. */
  price: string;
  /** All seconds of media that were delivered to the seat. */
  connectedSeconds: number;
  /** Minutes that were never charged because the site missed them. */
  missed: number;
  /** The fan isn't in the show any longer. */
  isOver: boolean;
  leftReason: string | null;
}

interface Sums {
  /** Minutes paid, without those given back. */
  charged: number;
  refunded: number;
  amount: string;
  refund: string;
  /** The amount less the refund. */
  paid: string;
}

export interface MinutesHead {
  site: string;
  exportedAt: string;
  show: {
    id: string;
    type: 'private' | 'group';
    title: string;
    performer: Person;
    startedAt: string | null;
    endedAt: string | null;
    endReason: string | null;
  };
}

export type ShowMinutes = { format: typeof MINUTES_FORMAT } & MinutesHead & {
    seats: readonly (SeatHead & Sums)[];
    total: Sums;
    lines: readonly MinuteLine[];
  };

const sumsOf = (lines: readonly MinuteLine[]): Sums => {
  const amount = lines.reduce((sum, line) => sum + hundredthsOf(line.amount), 0n);
  const refund = lines.reduce((sum, line) => sum + (line.refund === null ? 0n : hundredthsOf(line.refund)), 0n);
  const refunded = lines.filter((line) => line.refund !== null).length;
  return {
    charged: lines.length - refunded,
    refunded,
    amount: decimalOf(amount),
    refund: decimalOf(refund),
    paid: decimalOf(amount - refund),
  };
};

const personOf = ({ id, username, name }: Person): Person => ({ id, username, name });

const lineOf = ({ fan, minute, startedAt, fromMs, toMs, connectedSeconds, protocols, amount, refund, refundReason }: MinuteLine) => ({
  fan,
  minute,
  startedAt,
  fromMs,
  toMs,
  connectedSeconds,
  protocols,
  amount,
  refund,
  refundReason,
});

/** The document of a head, seats and lines: the sums follow. Properties are in this order, always. */
export const buildShowMinutes = (head: MinutesHead, seats: readonly SeatHead[], lines: readonly MinuteLine[]): ShowMinutes => {
  const { id, type, title, performer, startedAt, endedAt, endReason } = head.show;
  return {
    format: MINUTES_FORMAT,
    site: head.site,
    exportedAt: head.exportedAt,
    show: { id, type, title, performer: personOf(performer), startedAt, endedAt, endReason },
    seats: seats.map(({ fan, price, connectedSeconds, missed, isOver, leftReason }) => ({
      fan: personOf(fan),
      price,
      connectedSeconds,
      missed,
      isOver,
      leftReason,
      ...sumsOf(lines.filter((line) => line.fan === fan.username)),
    })),
    total: sumsOf(lines),
    lines: lines.map(lineOf),
  };
};

/** The document as it is signed: each minute is on a line of its own. */
export const minutesText = ({ lines, ...rest }: ShowMinutes): string => textWithLines(rest, lines);

/** The file of a document and its signature. */
export const minutesFile = (minutes: ShowMinutes, publicKey: string, signature: string): string =>
  headedFile({ format: MINUTES_FORMAT, publicKey, signature }, 'minutes', minutesText(minutes));

/** Lines of the file before the first minute: the header, and the show with its seats. */
export const LINES_BEFORE_MINUTES = 2;

export const signMinutes = (minutes: ShowMinutes, signer: Signer): string =>
  minutesFile(minutes, signer.publicKey, signer.sign(minutesText(minutes)));
