/** Why a card company didn't tell all that happened since a backup. */
export const RESTORE_FAILURES = ['notSetUp', 'unreachable', 'unreadable', 'refused'] as const;

/** Events that a company tells and that can't be booked. */
export const UNBOOKED_EVENTS = ['approved', 'renewed', 'refunded', 'chargedBack', 'unread'] as const;
export type UnbookedEvent = (typeof UNBOOKED_EVENTS)[number];

/**
 * - unknownOrder: the order was made after the backup
 * - amountMismatch: another amount than the order's
 * - unread: a line that this version can't read
 */
export const UNBOOKED_REASONS = ['unknownOrder', 'amountMismatch', 'unread'] as const;
