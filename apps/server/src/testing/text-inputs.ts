import { freeTexts } from '@stagedoor/contract/shapes';
import { z } from 'zod';

/** An input of text, without those of a fixed format such as ids, dates and choices. */
export interface TextInput {
  /** Names from the input down; `0` for the first member of a list, `en` for a key of a record. */
  path: readonly string[];
  /** Free text: a reader sees it, or searches for it. */
  isFree: boolean;
  /** The whole input at the path. */
  schema: z.ZodType;
  /** The input has several forms of which this belongs to one: a refusal names the whole. */
  isInUnion: boolean;
}

const hasFormat = ({ format, _zod: { def } }: z.ZodString): boolean =>
  Boolean(format) || (def.checks ?? []).some(({ _zod: check }) => check.def.check === 'string_format');

type Place = Pick<TextInput, 'path' | 'schema' | 'isInUnion'>;

const inputsIn = (schema: z.ZodType, place: Place, outer: readonly z.ZodType[]): TextInput[] => {
  if (outer.includes(schema)) return [];
  const within = [...outer, schema];
  const same = (inner: unknown, isInUnion = place.isInUnion) =>
    inner instanceof z.ZodType ? inputsIn(inner, { ...place, isInUnion }, within) : [];
  const below = (field: unknown, key: string) =>
    field instanceof z.ZodType ? inputsIn(field, { ...place, path: [...place.path, key], schema: field }, within) : [];
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape).flatMap(([key, field]) => below(field, key));
  if (schema instanceof z.ZodArray) return below(schema.element, '0');
  if (schema instanceof z.ZodRecord) return below(schema.valueType, 'en');
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => same(option, true));
  if (schema instanceof z.ZodPipe) return [...same(schema.in), ...same(schema.out)];
  if (schema instanceof z.ZodString)
    return freeTexts.has(schema) || !hasFormat(schema) ? [{ ...place, isFree: freeTexts.has(schema) }] : [];
  const wraps =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodLazy;
  return wraps ? same(schema.unwrap()) : [];
};

/** Lists the inputs of text in a schema. */
export const textInputsOf = (schema: z.ZodType | undefined): TextInput[] =>
  schema ? inputsIn(schema, { path: [], schema, isInUnion: false }, []) : [];

/** An input that has nothing but a value at a path. */
export const inputWith = ([key, ...rest]: readonly string[], value: unknown): unknown =>
  key === undefined ? value : key === '0' ? [inputWith(rest, value)] : { [key]: inputWith(rest, value) };
