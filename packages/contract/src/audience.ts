import { isOneOf } from './keys.values.ts';
import type { z } from 'zod';

/**
 * Audiences of a field: those of a call's callers who may see it. Fields without an audience are for all of them.
 *
 * - `granted`: those with access to the item or the show around the field. Of a paid show these are its performer, the fans in it, and those who
 *   paid for a minute.
 * - `performer`: the performer whom the object around the field belongs to.
 * - `fan`: the fan whom the object around the field is about.
 * - `moderators`: the performer of a show, and the moderators of its chat.
 * - `caller`: the field says something about the caller, and nothing about others.
 */
export const FIELD_AUDIENCES = ['granted', 'performer', 'fan', 'moderators', 'caller'] as const;
export type FieldAudience = (typeof FIELD_AUDIENCES)[number];

/** The property of a schema that names the audience of its field. OpenAPI shows it. */
const KEY = 'x-audience';

/**
 * Declares who may see a field. For everybody else the server answers an empty value: null, no elements, or zero. Asserted for each reading call
 * and each kind of caller in field-audiences.integration.long.test.ts.
 */
export const seenBy = <T extends z.ZodType>(audience: FieldAudience, schema: T): T => schema.meta({ [KEY]: audience });

/** The declared audience of a field's schema; undefined when everybody may see the field. */
export const audienceOf = (schema: z.ZodType): FieldAudience | undefined => {
  const audience = schema.meta()?.[KEY];
  return isOneOf(FIELD_AUDIENCES, audience) ? audience : undefined;
};
