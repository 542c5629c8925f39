import { hundredthsOf } from '@stagedoor/contract/statements.values';
import { canonicalBase64, isSignedBy, readText } from '../../platform/signed-file.ts';
import { MINUTE_MS, SETTLING_MS } from './minutes.rules.ts';
import {
  LINES_BEFORE_MINUTES,
  MINUTES_FORMAT,
  type MinuteLine,
  type SeatHead,
  type ShowMinutes,
  buildShowMinutes,
  minutesFile,
  minutesText,
} from './show-minutes.ts';
import { messageOf } from '../../platform/thrown.ts';

// Computes the signed export of a paid show's minutes again, from the file alone.

/** Says what is wrong with a file, and on which of its lines. */
export class MinutesError extends Error {}

const wrong = (line: number, text: string): MinutesError => new MinutesError(`Line ${line}: ${text}`);

interface ParsedFile {
  header: { format: string; publicKey: string; signature: string };
  minutes: ShowMinutes;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

const parse = (file: string): ParsedFile => {
  let parsed: ParsedFile;
  try {
    parsed = JSON.parse(file) as ParsedFile;
  } catch {
    throw new MinutesError('This is not an export of minutes: it is no JSON.');
  }
  if (parsed?.header?.format !== MINUTES_FORMAT || parsed.minutes?.format !== MINUTES_FORMAT)
    throw new MinutesError('This is not an export of a show’s minutes.');
  return parsed;
};

/** A line with its number in the file. */
interface NumberedLine extends MinuteLine {
  at: number;
}

const connectedMsOf = ({ connectedSeconds }: SeatHead): number => Math.round(connectedSeconds * 1000);

const nameOf = ({ fan, minute }: MinuteLine): string => `minute ${minute} of @${fan}`;

/** Checks what a minute says of itself: amount, refund, positions and seconds. */
const checkLine = (line: NumberedLine, seat: SeatHead): void => {
  const { at, amount, refund, refundReason, fromMs, toMs, connectedSeconds } = line;
  if (amount !== seat.price) throw wrong(at, `${nameOf(line)} costs ${amount}, but the price is ${seat.price}.`);
  if (refund !== null && refund !== amount) throw wrong(at, `${nameOf(line)} costs ${amount}, but ${refund} was given back.`);
  if (refund === null && refundReason !== null) throw wrong(at, `${nameOf(line)} has a reason of a refund, but no refund.`);
  if (fromMs === null && toMs === null && connectedSeconds === null) return;
  if (!isCount(fromMs) || !isCount(toMs) || toMs < fromMs) throw wrong(at, `${nameOf(line)} has no valid positions.`);
  if (connectedSeconds !== (toMs - fromMs) / 1000)
    throw wrong(at, `${nameOf(line)} says ${connectedSeconds} seconds, but its positions are ${(toMs - fromMs) / 1000} seconds apart.`);
  if (toMs - fromMs > MINUTE_MS) throw wrong(at, `${nameOf(line)} covers more than ${MINUTE_MS / 1000} seconds.`);
  if (fromMs < SETTLING_MS) throw wrong(at, `${nameOf(line)} begins before ${SETTLING_MS / 1000} seconds of media.`);
  if (toMs > connectedMsOf(seat))
    throw wrong(at, `${nameOf(line)} goes beyond the ${seat.connectedSeconds} seconds that the fan was connected.`);
};

/** Checks a minute against the one before it. */
const checkOrder = (line: NumberedLine, before: NumberedLine | undefined): void => {
  const expected = (before?.minute ?? 0) + 1;
  if (line.minute < expected) throw wrong(line.at, `${nameOf(line)} is there twice, or out of order.`);
  if (line.minute > expected) throw wrong(line.at, `minute ${expected} of @${line.fan} is missing before it.`);
  if (!before || before.toMs === null || line.fromMs === null) return;
  if (line.fromMs < before.toMs) throw wrong(line.at, `${nameOf(line)} begins before minute ${before.minute} is over.`);
  if (before.refund === null && before.connectedSeconds !== MINUTE_MS / 1000)
    throw wrong(before.at, `${nameOf(before)} covers ${before.connectedSeconds} seconds and wasn’t given back.`);
};

/**
 * Checks that no minute of a seat was left out. It can't have too many: each paid one has 60 seconds of its own within the connected ones, or is
 * the last.
 */
const checkCount = (seat: SeatHead, lines: readonly NumberedLine[]): void => {
  if (lines.some(({ fromMs }) => fromMs === null)) return;
  const connectedMs = connectedMsOf(seat);
  const due = Math.max(0, Math.floor((connectedMs - SETTLING_MS) / MINUTE_MS));
  if (seat.isOver && lines.length + seat.missed < due)
    throw wrong(2, `@${seat.fan.username} was connected for ${due} whole minutes: some were left out.`);
};

const checkSeat = (seat: SeatHead, lines: readonly NumberedLine[]): void => {
  if (typeof seat.connectedSeconds !== 'number' || !(seat.connectedSeconds >= 0) || !isCount(seat.missed))
    throw wrong(2, `the seat of @${seat.fan.username} has no valid times.`);
  hundredthsOf(seat.price);
  for (const [index, line] of lines.entries()) {
    checkLine(line, seat);
    checkOrder(line, lines[index - 1]);
  }
  checkCount(seat, lines);
};

/** Builds the document again from its seats and lines, by the rules. @throws MinutesError */
const recompute = (given: ShowMinutes): ShowMinutes => {
  try {
    const lines = given.lines.map((line, index): NumberedLine => ({ ...line, at: index + LINES_BEFORE_MINUTES + 1 }));
    for (const line of lines) {
      if (!isCount(line.minute)) throw wrong(line.at, 'it has no number of a minute.');
      if (!given.seats.some(({ fan }) => fan.username === line.fan)) throw wrong(line.at, `there is no seat of @${line.fan}.`);
    }
    for (const [index, seat] of given.seats.entries()) {
      if (given.seats.findIndex(({ fan }) => fan.username === seat.fan.username) !== index)
        throw wrong(2, `the seat of @${seat.fan.username} is there twice.`);
      checkSeat(
        seat,
        lines.filter(({ fan }) => fan === seat.fan.username),
      );
    }
    return buildShowMinutes(given, given.seats, given.lines);
  } catch (error) {
    if (error instanceof MinutesError) throw error;
    throw new MinutesError(`The minutes can’t be computed: ${messageOf(error)}.`);
  }
};

/** Names the sums that don't follow from the minutes. */
const checkSums = (given: ShowMinutes, computed: ShowMinutes): void => {
  for (const [index, seat] of computed.seats.entries())
    for (const key of ['charged', 'refunded', 'amount', 'refund', 'paid'] as const)
      if (given.seats[index]![key] !== seat[key])
        throw wrong(2, `“${key}” of @${seat.fan.username} is ${given.seats[index]![key]}, but the minutes come to ${seat[key]}.`);
  for (const [key, sum] of Object.entries(computed.total))
    if (given.total?.[key as 'paid'] !== sum)
      throw wrong(2, `“${key}” of the show is ${given.total?.[key as 'paid']}, but the minutes come to ${sum}.`);
};

/** A file that is well-formed and signed by its key. */
export interface VerifiedMinutes {
  minutes: ShowMinutes;
  publicKey: string;
  /** The key is the one that was given: only then it is known who signed. */
  isSignerKnown: boolean;
}

/**
 * Computes an export of minutes again and compares the file to the byte, then checks the signature.
 *
 * @param siteKey the site's public key, from elsewhere: anybody may have made the one in the file
 * @throws MinutesError with a sentence for people
 */
export const verifyMinutesFile = (content: Buffer, siteKey?: string): VerifiedMinutes => {
  const file = readText(content);
  if (file === undefined) throw new MinutesError('This is not an export of minutes: it is no text.');
  const { header, minutes: given } = parse(file);
  const minutes = recompute(given);
  checkSums(given, minutes);
  const publicKey = canonicalBase64(String(header.publicKey));
  const signature = canonicalBase64(String(header.signature));
  const written = minutesFile(minutes, publicKey, signature);
  if (written !== file) {
    const [expected, found] = [written.split('\n'), file.split('\n')];
    throw wrong(
      expected.findIndex((line, index) => line !== found[index]) + 1 || expected.length,
      'it isn’t written as the site writes it.',
    );
  }
  if (siteKey !== undefined && siteKey !== publicKey) throw wrong(1, 'it is signed with another key than the given one.');
  if (!isSignedBy(publicKey, signature, minutesText(minutes))) throw wrong(1, 'the signature doesn’t match: the file was changed.');
  return { minutes, publicKey, isSignerKnown: siteKey !== undefined };
};
