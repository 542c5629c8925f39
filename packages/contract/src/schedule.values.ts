// Constants of coming shows without Zod, so that the web shares them.

/** Shows that a performer can have ahead. */
export const MAX_PLANNED = 20;
/** Days ahead that a show can be planned. */
export const PLAN_DAYS = 180;
/** A show that begins so many minutes before or after a plan is that plan's. */
export const PLAN_MINUTES = 30;
/** Minutes before a planned show at which its reminders are sent. */
export const REMINDER_MINUTES = 10;
/** Who a planned show is for. */
export const SHOW_AUDIENCES = ['everyone', 'followers', 'subscribers'] as const;
export type ShowAudience = (typeof SHOW_AUDIENCES)[number];
