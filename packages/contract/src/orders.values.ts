// Constants of orders without Zod, so that the web shares them.

/** A complaint waits for an admin, unless the buyer takes it back. */
export const COMPLAINT_STATES = ['open', 'refunded', 'rejected', 'withdrawn'] as const;
