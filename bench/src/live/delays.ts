import type { SentPicture } from '../servers/live-publisher.ts';
import { median } from '../rounds.ts';
import { FRAMES_PER_SECOND } from './film.ts';
import type { ShownPicture } from './watching-page.ts';

/** No picture is shown later than this after it was sent: the film doesn't come to the same picture again so soon. */
const LONGEST_MS = 8000;
/** Without a new picture for so long a viewer sees it stand. */
const GAP_MS = 250;
/** On a busy machine a few numbers are read when the next picture stands already. */
const FEWEST_AGREEING = 0.9;

export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

/** Which picture of the show had this code and was sent last before it was shown. */
const sentBefore = (sent: readonly SentPicture[], { at, code }: ShownPicture): number =>
  sent.findLastIndex((one) => one.index === code && one.at <= at && one.at > at - LONGEST_MS);

/**
 * For each picture shown by LL-HLS the milliseconds since it was sent.
 *
 * A picture's time in the player (mediaTime) is its RTP timestamp less a constant that the packager and the player choose when they start, so
 * it says which picture it is once the constant is known. That is read off the pictures themselves: once a second the number that is drawn into
 * one is compared with the publisher's record. Nearly all of these must give the same constant; nothing the server says of time is used (its
 * EXT-X-PROGRAM-DATE-TIME is when a picture arrived there, not when it was sent). Publisher and browser run on one machine, with one clock.
 *
 * @throws Error when the numbers in the pictures contradict the times of the player
 */
export const delaysOf = (sent: readonly SentPicture[], shown: readonly ShownPicture[]): { delays: number[]; codes: number } => {
  const offsets = shown
    .filter(({ code }) => code !== undefined)
    .map((one) => ({ one, count: sentBefore(sent, one) }))
    .filter(({ count }) => count >= 0)
    .map(({ one, count }) => count / FRAMES_PER_SECOND - one.mediaTime);
  const offset = median(offsets);
  const agreeing = offsets.filter((value) => Math.abs(value - offset) < 0.5 / FRAMES_PER_SECOND);
  if (offsets.length < 2 || agreeing.length < offsets.length * FEWEST_AGREEING)
    throw new Error(`${offsets.length - agreeing.length} of ${offsets.length} numbers in pictures contradict the player's times`);
  const delays = shown.flatMap(({ at, mediaTime }) => {
    const picture = sent[Math.round((mediaTime + offset) * FRAMES_PER_SECOND)];
    return picture ? [at - picture.at] : [];
  });
  return { delays, codes: agreeing.length };
};

/** How often no new picture was shown for longer than a viewer overlooks. Where the page was told of several at once, these were shown evenly. */
export const gapsOf = (shown: readonly ShownPicture[]): number =>
  shown.filter((one, index) => {
    const previous = shown[index - 1];
    return previous !== undefined && (one.at - previous.at) / Math.max(1, one.count - previous.count) > GAP_MS;
  }).length;
