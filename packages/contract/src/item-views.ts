import { z } from 'zod';

/** What a player tells of watching an item: at its start, and then from time to time. */
export const viewInput = z.object({
  /** Seconds from the start, where the viewer is; it is kept for accounts. */
  position: z.number().min(0).max(86_400).nullable().default(null),
});

/** How often an item was viewed: once a viewer and day, from the third second on. */
export const viewCount = z.object({ views: z.number().int() });
