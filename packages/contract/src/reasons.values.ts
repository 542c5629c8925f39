// Lists of reasons without Zod, so that the web shares them.

/** Why an account is suspended; `other` needs a note. The account's owner reads both. */
export const SUSPENSION_REASONS = ['rules', 'fraud', 'underage', 'impersonation', 'chargebacks', 'ownWish', 'other'] as const;
export type SuspensionReason = (typeof SUSPENSION_REASONS)[number];

/** Reasons for takedown notices (DSA article 16; card networks' complaint channel). */
export const TAKEDOWN_REASONS = ['notConsented', 'underage', 'copyright', 'privacy', 'illegal', 'other'] as const;
export type TakedownReason = (typeof TAKEDOWN_REASONS)[number];

/** Why somebody who can see something reports it. */
export const REPORT_REASONS = [...TAKEDOWN_REASONS, 'spam', 'harassment', 'impersonation'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** Why an admin stops a show: a rule of the site, or what a report could say. */
export const STOP_REASONS = ['rules', ...REPORT_REASONS] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/** Reasons an admin can give with one key; `other` needs a note. */
export const REJECTION_REASONS = ['unreadable', 'expired', 'nameDiffers', 'underage', 'other'] as const;
export type RejectionReason = (typeof REJECTION_REASONS)[number];
