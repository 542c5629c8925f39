import { z } from 'zod';
import { MAX_PROFILE_LINKS, webPageOf } from './links.values.ts';
import { byAttribute, optionsOf, type ProfileAttribute } from './profile-options.ts';
import { line } from './shapes.ts';

/** What an attribute may be. */
export const optionOf = (attribute: ProfileAttribute) => z.enum(optionsOf(attribute));

/** Attributes of a profile: those that were filled in. */
export const profileAttributes = z.object(byAttribute((attribute) => optionOf(attribute).optional()));
export type ProfileAttributes = z.output<typeof profileAttributes>;

/** A performer's profile fields besides the bio: only those filled in. */
export const profileAbout = z.object({
  gender: z.string(),
  /** Two-letter code, and the state's name. */
  country: z.string(),
  state: z.string(),
  city: z.string(),
  /** ISO 639-1 codes. */
  languages: z.array(z.string()),
  attributes: profileAttributes,
  /** Addresses of other sites. */
  links: z.array(z.string()),
});
export type ProfileAbout = z.output<typeof profileAbout>;

/** Addresses of other sites of a performer, `https://` in front of those written without; each once. */
export const profileLinks = z
  .array(
    line(200)
      .transform((value) => webPageOf(value) ?? '')
      .refine((value) => value !== '', { params: { rule: 'url' } }),
  )
  .max(MAX_PROFILE_LINKS)
  .transform((links) => [...new Set(links)]);
