import { isRecord } from '@stagedoor/contract/keys.values';
import { type FieldAudience, audienceOf } from '@stagedoor/contract/audience';
import { z } from 'zod';

/** A field of an answer, beside what the contract declares of it. */
export interface Field {
  /** Names from the answer down, without positions in lists. */
  path: string;
  audience: FieldAudience | undefined;
  /** The field lies within one that has an audience. */
  isGuarded: boolean;
  value: unknown;
  /** Ids of the objects around the field, the innermost first. */
  ids: readonly string[];
}

/** Tells whether a value reveals nothing: null, an empty text or list, zero, a boolean, or an object of these. */
export const isEmpty = (value: unknown): boolean => {
  if (value === undefined || value === null || value === '' || value === 0 || typeof value === 'boolean') return true;
  return typeof value === 'object' && Object.values(value).every(isEmpty);
};

/** Unwraps what lies around a schema, until an object, a list or a single value. */
const unwrap = (schema: z.ZodType, value: unknown): { inner: z.ZodType; audience: FieldAudience | undefined } => {
  let inner = schema;
  let audience = audienceOf(inner);
  for (;;) {
    if (inner instanceof z.ZodNullable || inner instanceof z.ZodOptional || inner instanceof z.ZodDefault || inner instanceof z.ZodReadonly)
      inner = inner.unwrap() as z.ZodType;
    else if (inner instanceof z.ZodLazy) inner = inner.unwrap() as z.ZodType;
    else if (inner instanceof z.ZodUnion) {
      const options: readonly z.ZodType[] = inner.options as readonly z.ZodType[];
      const match = options.find((option) => option.safeParse(value).success);
      if (!match) return { inner, audience };
      inner = match;
    } else return { inner, audience };
    audience ??= audienceOf(inner);
  }
};

type Identified = { _id?: string; streamId?: string } & Partial<Record<'session' | 'request' | 'fan', { _id: string } | null>>;

/** Returns the id of what an object is about: itself, or the show, request or fan that it names. */
const identityOf = ({ _id, streamId, session, request, fan }: Identified): string | undefined =>
  _id ?? streamId ?? session?._id ?? request?._id ?? fan?._id;

/** Reads an answer beside its schema. */
export const fieldsOf = function* (
  schema: z.ZodType,
  value: unknown,
  path = '',
  ids: readonly string[] = [],
  isInside = false,
): Generator<Field> {
  const { inner, audience } = unwrap(schema, value);
  const isGuarded = isInside || audience !== undefined;
  if (path !== '') yield { path, audience, isGuarded: isInside, value, ids };
  if (value === null || typeof value !== 'object') return;
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    for (const element of value) yield* fieldsOf(inner.element as z.ZodType, element, `${path}[]`, ids, isGuarded);
    return;
  }
  if (inner instanceof z.ZodObject && isRecord(value)) {
    const own = identityOf(value);
    const around = own === undefined ? ids : [own, ...ids];
    for (const [name, field] of Object.entries(inner.shape))
      yield* fieldsOf(field, value[name], path === '' ? name : `${path}.${name}`, around, isGuarded);
  }
};

/** Paths of the declared audiences within a schema. */
export const declaredAudiences = (
  schema: z.ZodType,
  path = '',
  seen: readonly z.ZodType[] = [],
): { path: string; audience: FieldAudience }[] => {
  if (seen.includes(schema)) return [];
  const within = [...seen, schema];
  const audience = audienceOf(schema);
  const own = audience === undefined ? [] : [{ path, audience }];
  if (schema instanceof z.ZodObject)
    return [
      ...own,
      ...Object.entries<z.ZodType>(schema.shape).flatMap(([name, field]) =>
        declaredAudiences(field, path === '' ? name : `${path}.${name}`, within),
      ),
    ];
  if (schema instanceof z.ZodArray) return [...own, ...declaredAudiences(schema.element as z.ZodType, `${path}[]`, within)];
  if (schema instanceof z.ZodUnion)
    return [...own, ...(schema.options as readonly z.ZodType[]).flatMap((option) => declaredAudiences(option, path, within))];
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodLazy)
    return [...own, ...declaredAudiences(schema.unwrap() as z.ZodType, path, within)];
  return own;
};
