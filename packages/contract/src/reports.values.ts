// Constants of reports without Zod, so that the web shares them.
import { isOneOf } from './keys.values.ts';
import { ITEM_KINDS, type ItemKind } from './items.values.ts';
import type { ReportReason } from './reasons.values.ts';

type ReportedItem = Exclude<ItemKind, 'message'>;
/** Kinds of items that are reported by themselves; a message is reported as what was said. */
export const REPORTED_ITEMS = ITEM_KINDS.filter((kind): kind is ReportedItem => kind !== 'message');
/** Pictures and film of a person's page, reported by the id of their account. */
export const PROFILE_PARTS = ['avatar', 'cover', 'welcomeVideo'] as const;
export type ProfilePart = (typeof PROFILE_PARTS)[number];
/** Objects that can be reported; `stream` is a show on air. */
export const REPORT_OBJECTS = [...REPORTED_ITEMS, 'comment', 'message', 'account', ...PROFILE_PARTS] as const;
export type ReportObject = (typeof REPORT_OBJECTS)[number];

export const REPORT_STATES = ['open', 'upheld', 'rejected'] as const;
export type ReportState = (typeof REPORT_STATES)[number];
/** What an upheld report led to. */
export const REPORT_OUTCOMES = ['takenDown', 'warned', 'none'] as const;
/** Reasons that hide the content as soon as a report or a notice arrives, and that are decided within 48 hours. */
export const HIDING_REASONS = ['notConsented', 'underage'] as const satisfies readonly ReportReason[];
export const isHidingReason = (reason: string): boolean => isOneOf(HIDING_REASONS, reason);
/** Results of a hiding reason: it hid, or left the content in sight because too much was hidden within an hour, because of the sender's earlier
 * unfounded ones, or because an admin had left the same contents. */
export const HIDINGS = ['hidden', 'limited', 'unfounded', 'cleared'] as const;
/** Hours in which reports with such a reason are decided. */
export const HIDING_HOURS = 48;
/** Business days in which the others are (rule of the card schemes). */
export const DECISION_DAYS = 7;
/** Days in which the decision on a report can be appealed (DSA article 20: at least six months). */
export const APPEAL_DAYS = 183;
export const REPORT_TEXT = 2000;
