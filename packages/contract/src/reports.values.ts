// Constants of reports without Zod, so that the web shares them.
import { ITEM_KINDS, type ItemKind } from './items.values.ts';

type ReportedItem = Exclude<ItemKind, 'message'>;
/** Kinds of items that are reported by themselves; a message is reported as what was said. */
export const REPORTED_ITEMS = ITEM_KINDS.filter((kind): kind is ReportedItem => kind !== 'message');
/** What can be reported. */
export const REPORT_OBJECTS = [...REPORTED_ITEMS, 'comment', 'message', 'account'] as const;
export type ReportObject = (typeof REPORT_OBJECTS)[number];

export const REPORT_STATES = ['open', 'upheld', 'rejected'] as const;
export type ReportState = (typeof REPORT_STATES)[number];
/** What an upheld report led to. */
export const REPORT_OUTCOMES = ['takenDown', 'warned', 'none'] as const;
/** Days in which the decision on a report can be appealed (DSA article 20: at least six months). */
export const APPEAL_DAYS = 183;
export const REPORT_TEXT = 2000;
