import type { ShowReceipt } from '@stagedoor/contract/paid-shows';
import type { LeftReason, RefundReason } from '@stagedoor/contract/paid-shows.values';
import type { TextKey } from '../../../ui/text.ts';

type EndReason = NonNullable<ShowReceipt['endReason']>;

/** Why a show ended that a fan stayed in until the end; `{{name}}` is the performer. */
const ENDED_FOR_FAN: Record<EndReason, TextKey> = {
  performer: 'paid.endedBy',
  dropped: 'paid.endedDropped',
  neverStarted: 'paid.endedWithoutPicture',
  moderator: 'paid.endedBySite',
  fan: 'paid.over',
  outOfTokens: 'paid.over',
  privateShow: 'paid.over',
  rehearsalOver: 'paid.over',
  maintenance: 'paid.endedForMaintenance',
};

/** Why a show ended, for its performer; `{{name}}` is the fan of a private one. */
const ENDED_FOR_PERFORMER: Record<EndReason, TextKey> = {
  performer: 'paid.youEnded',
  dropped: 'studio.summaryDropped',
  neverStarted: 'studio.summaryNeverStarted',
  moderator: 'studio.summaryModerator',
  fan: 'paid.endedBy',
  outOfTokens: 'paid.ranOut',
  privateShow: 'paid.over',
  rehearsalOver: 'paid.over',
  maintenance: 'paid.endedForMaintenance',
};

/** How a fan's time in a show ended, for its performer. */
const LEFT_FOR_PERFORMER: Record<LeftReason, TextKey> = {
  left: 'paid.fanLeft',
  ended: 'paid.fanStayed',
  outOfTokens: 'paid.fanOutOfTokens',
  limitReached: 'paid.fanOutOfTokens',
  removed: 'paid.fanRemoved',
};

/** Why a minute was given back, for its performer. */
const REFUNDED_FOR_PERFORMER: Record<RefundReason, TextKey> = {
  dropped: 'paid.ownRefund.dropped',
  ended: 'paid.ownRefund.ended',
  moderator: 'paid.ownRefund.moderator',
  away: 'paid.ownRefund.away',
};

type Show = Pick<ShowReceipt, 'type' | 'endReason'>;

/** Returns why a fan is no longer in the show, in their own words; null while they are. */
export const fanEndWords = ({ type, endReason }: Show, leftReason: LeftReason | null): TextKey | null => {
  switch (leftReason) {
    case null:
      return null;
    case 'left':
      return type === 'private' ? 'paid.youEnded' : 'paid.youLeft';
    case 'outOfTokens':
      return 'paid.outOfTokens';
    case 'limitReached':
      return 'paid.limitReached';
    case 'removed':
      return 'paid.youWereRemoved';
    case 'ended':
      return endReason === null ? 'paid.over' : ENDED_FOR_FAN[endReason];
  }
};

/** Returns why a show ended, for its performer; null before its end. */
export const performerEndWords = ({ endReason }: Show): TextKey | null => (endReason === null ? null : ENDED_FOR_PERFORMER[endReason]);

/** Returns how a fan's time in a show ended, for its performer. */
export const fanLeftWords = ({ type }: Pick<Show, 'type'>, leftReason: LeftReason | null): TextKey => {
  if (leftReason === null) return 'paid.fanIsIn';
  return type === 'private' && leftReason === 'left' ? 'paid.fanEnded' : LEFT_FOR_PERFORMER[leftReason];
};

/** Returns why a minute was given back, for its performer; null where no reason was stored. */
export const refundWords = (reason: RefundReason | null): TextKey | null => (reason === null ? null : REFUNDED_FOR_PERFORMER[reason]);
