import { z } from 'zod';
import { MAX_PROFILE_LINKS, webPageOf } from './links.values.ts';
import { line } from './shapes.ts';

/** Addresses of other sites of a performer, `https://` in front of those written without; each once. */
export const profileLinks = z
  .array(
    line(200)
      .transform((value) => webPageOf(value) ?? '')
      .refine((value) => value !== '', { params: { rule: 'url' } }),
  )
  .max(MAX_PROFILE_LINKS)
  .transform((links) => [...new Set(links)]);
