import { printSigner, readSignedFile } from '../../platform/signed-file-arguments.ts';
import type { MinuteLine, ShowMinutes } from './show-minutes.ts';
import { verifyMinutesFile } from './verify-show-minutes.ts';
import { messageOf } from '../../platform/thrown.ts';

// Verifies the export of a paid show's minutes without the site, a database or a network: `npm run minutes:verify FILE [PUBLIC_KEY]`, or without the
// project by the one file that sites offer: `node verify-minutes.mjs FILE [PUBLIC_KEY]`.
// Exit code 0 when every minute follows from the rule and the file is signed by the given key, 1 when not, 2 without a readable file, 3 when only the key
// is missing.

const PROTOCOLS: Record<string, string> = { whep: 'WebRTC', hls: 'HLS', mp4: 'MP4' };
const END_REASONS: Record<string, string> = {
  performer: 'ended by the performer',
  moderator: 'stopped by the site',
  dropped: 'the performer’s connection was lost',
  neverStarted: 'no picture arrived',
  fan: 'ended by the fan',
  outOfTokens: 'out of tokens',
  maintenance: 'ended for maintenance of the site',
};
const LEFT_REASONS: Record<string, string> = {
  left: 'left',
  ended: 'stayed until the end',
  outOfTokens: 'out of tokens',
  limitReached: 'reached their own spending limit',
  removed: 'was removed',
};
const REFUND_REASONS: Record<string, string> = {
  dropped: 'the performer’s connection was lost',
  ended: 'the performer ended the show',
  moderator: 'the site stopped the show',
  away: 'the fan’s connection was lost before it',
};

/** A position on the media: `1:10.000`. */
const positionOf = (ms: number | null): string => {
  if (ms === null) return '–';
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}.${String(ms % 1000).padStart(3, '0')}`;
};

const refundOf = ({ refund, refundReason }: MinuteLine): string =>
  refund === null ? '' : `${refund}${refundReason === null ? '' : ` (${REFUND_REASONS[refundReason] ?? refundReason})`}`;

const counted = (minutes: number): string => `${minutes} minute${minutes === 1 ? '' : 's'}`;

/** Prints rows below a heading, each column as wide as its longest cell. */
const printTable = (rows: readonly (readonly string[])[]): void => {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  for (const row of rows)
    console.log(
      `  ${row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd()}`,
    );
};

const printMinutes = ({ site, show, exportedAt, seats, total, lines }: ShowMinutes): void => {
  const { performer } = show;
  console.log(`${show.type === 'private' ? 'Private show' : 'Group show'} of ${performer.name} (@${performer.username}) on ${site}`);
  if (show.title !== '') console.log(`“${show.title}”`);
  const ended = show.endedAt === null ? 'not over' : `${show.endedAt}, ${END_REASONS[show.endReason ?? ''] ?? show.endReason ?? 'over'}`;
  console.log(`from ${show.startedAt ?? 'no picture'} to ${ended}; exported ${exportedAt}`);
  for (const seat of seats) {
    const left = seat.leftReason === null ? '' : `, ${LEFT_REASONS[seat.leftReason] ?? seat.leftReason}`;
    console.log(
      `\n${seat.fan.name} (@${seat.fan.username}): ${seat.price} tokens a minute, connected for ${seat.connectedSeconds} seconds${left}`,
    );
    const own = lines.filter(({ fan }) => fan === seat.fan.username);
    if (own.length > 0)
      printTable([
        ['minute', 'started', 'from', 'to', 'seconds', 'by', 'tokens', 'refund'],
        ...own.map((line) => [
          String(line.minute),
          line.startedAt,
          positionOf(line.fromMs),
          positionOf(line.toMs),
          String(line.connectedSeconds ?? '–'),
          line.protocols.map((protocol) => PROTOCOLS[protocol] ?? protocol).join('+') || '–',
          line.amount,
          refundOf(line),
        ]),
      ]);
    if (own.some(({ fromMs }) => fromMs === null)) console.log('  Minutes without seconds were charged before media were counted.');
    console.log(
      `  ${counted(seat.charged)} paid: ${seat.paid} tokens. ${seat.refunded} given back: ${seat.refund}. ${seat.missed} missed by the site and free.`,
    );
  }
  if (seats.length > 1)
    console.log(`\nAll fans: ${counted(total.charged)} paid: ${total.paid} tokens. ${total.refunded} given back: ${total.refund}.`);
  console.log(
    '\nA minute is 60 seconds of media that arrived. The first begins after ten seconds; none overlap, and none is charged twice.',
  );
};

const { content, siteKey } = await readSignedFile('npm run minutes:verify FILE [PUBLIC_KEY]');
try {
  const { minutes, publicKey, isSignerKnown } = verifyMinutesFile(content, siteKey);
  printMinutes(minutes);
  printSigner({ publicKey, isSignerKnown, site: minutes.site }, 'The minutes are right.');
} catch (error) {
  console.error(`The minutes are NOT right. ${messageOf(error)}`);
  process.exitCode = 1;
}
