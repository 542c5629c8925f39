// Constants of paid shows without Zod, so that the web shares them.

/** requested → accepted, declined, cancelled or expired; accepted → active (on air) → ended. */
export const REQUEST_STATES = ['requested', 'accepted', 'declined', 'cancelled', 'expired', 'active', 'ended'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** Seconds a performer has to answer a request. */
export const ANSWER_SECONDS = 120;

/** Why a fan is no longer in a paid show. `limitReached`, a limit of the fan's own, is told to the fan alone; the performer reads `outOfTokens`. */
export const LEFT_REASONS = ['left', 'ended', 'outOfTokens', 'limitReached', 'removed'] as const;
export type LeftReason = (typeof LEFT_REASONS)[number];

export const GROUP_AUDIENCES = ['everyone', 'followers', 'subscribers'] as const;
export const GROUP_SEATS = { min: 2, max: 100 } as const;
export const MINIMUM_MINUTES = { min: 1, max: 60 } as const;

/** Why a minute of a paid show was given back. */
export const REFUND_REASONS = ['dropped', 'ended', 'moderator', 'away'] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

/** How media of a show reach a viewer. */
export const PLAYBACK_PROTOCOLS = ['whep', 'hls', 'mp4'] as const;
export type PlaybackProtocol = (typeof PLAYBACK_PROTOCOLS)[number];
