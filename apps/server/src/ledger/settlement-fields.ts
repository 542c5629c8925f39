import { isRecord } from '@stagedoor/contract/keys.values';
import type { z } from 'zod';

// Reads the schema of settlements as data: for its document and for the test that feeds every variant.

type Schema = z.core.$ZodType;
/** The parts of a Zod definition that settlements use. */
interface Definition {
  type: string;
  innerType?: Schema;
  shape?: Record<string, Schema>;
  options?: Schema[];
  items?: Schema[];
  element?: Schema;
  entries?: Record<string, string>;
  values?: unknown[];
}

const definitionOf = (schema: Schema): Definition => schema._zod.def;
const descriptionOf = (schema: Schema): string => (schema as z.ZodType).description ?? '';

/** A field's place, as `sales.subscription.move`; its type in words; and what its schema says about it. */
export interface Field {
  path: string;
  depth: number;
  type: string;
  description: string;
}

const NAMES: Record<string, string> = {
  string: 'text',
  bigint: 'hundredths',
  date: 'instant',
  number: 'whole number',
  int: 'whole number',
};

const typeOf = (schema: Schema): string => {
  const { type, innerType, options, entries, values, element, items } = definitionOf(schema);
  if (type === 'nullable') return `${typeOf(innerType!)} or null`;
  if (type === 'optional') return `${typeOf(innerType!)}, may be left out`;
  if (type === 'union') return `one of ${options!.length}`;
  if (type === 'enum') return Object.values(entries!).length > 6 ? 'kind' : Object.values(entries!).join(' | ');
  if (type === 'literal') return values!.join(' | ');
  if (type === 'array') return `list of ${typeOf(element!)}s`;
  if (type === 'tuple') return `list of ${typeOf(items![0]!)}s, at least one`;
  if (type === 'string' && (schema._zod.def as { format?: string }).format === 'uuid') return 'id';
  return NAMES[type] ?? (type === 'custom' ? 'object' : type);
};

/** Lists the fields of a schema, those of its parts below them. */
export const fieldsOf = (schema: Schema, path = '', depth = 0): Field[] => {
  const { innerType, shape, options, items, element } = definitionOf(schema);
  const within = innerType ?? items?.[0] ?? element;
  if (within) return fieldsOf(within, path, depth);
  if (options)
    return options.flatMap((option, index) => {
      const own = `${path}(${index + 1})`;
      return [{ path: own, depth, type: 'variant', description: '' }, ...fieldsOf(option, own, depth + 1)];
    });
  return Object.entries(shape ?? {}).flatMap(([key, field]) => {
    const own = path === '' ? key : `${path}.${key}`;
    return [{ path: own, depth, type: typeOf(field), description: describedBy(field) }, ...fieldsOf(field, own, depth + 1)];
  });
};

/** The description of a field or, where it may be null or left out, of what is within. */
const describedBy = (schema: Schema): string =>
  descriptionOf(schema) || (definitionOf(schema).innerType ? describedBy(definitionOf(schema).innerType!) : '');

/**
 * Names the variants of a schema: each member of a union, each of a few choices, null and not null, left out and given.
 * @param value names only the variants that it has
 */
export const variantsOf = (schema: Schema, path = '', value?: { of: unknown }): string[] => {
  const { type, innerType, shape, options, items, element, entries } = definitionOf(schema);
  const isPresent = value !== undefined;
  if (type === 'nullable' || type === 'optional') {
    const without = `${path} ${type === 'nullable' ? 'null' : 'left out'}`;
    const isWithout = isPresent && (type === 'nullable' ? value.of === null : value.of === undefined);
    if (isWithout) return [without];
    return [...(isPresent ? [] : [without]), `${path} given`, ...variantsOf(innerType!, path, value)];
  }
  if (options)
    return options.flatMap((option, index) =>
      isPresent && !(option as z.ZodType).safeParse(value.of).success
        ? []
        : [`${path}(${index + 1})`, ...variantsOf(option, `${path}(${index + 1})`, value)],
    );
  if (entries) return isPresent ? [`${path} = ${String(value.of)}`] : Object.values(entries).map((choice) => `${path} = ${choice}`);
  const member = items?.[0] ?? element;
  if (member) return isPresent ? (value.of as unknown[]).flatMap((one) => variantsOf(member, path, { of: one })) : variantsOf(member, path);
  return Object.entries(shape ?? {}).flatMap(([key, field]) =>
    variantsOf(field, path === '' ? key : `${path}.${key}`, isPresent ? { of: isRecord(value.of) ? value.of[key] : undefined } : undefined),
  );
};

/** Converts JSON to what a schema describes: digits to amounts, text to instants. Everything else stays as it is. */
export const readAs = (schema: Schema, value: unknown): unknown => {
  const { type, innerType, shape, options, items, element } = definitionOf(schema);
  if (type === 'bigint') return typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : value;
  if (type === 'date') return typeof value === 'string' ? new Date(value) : value;
  if (value === null || value === undefined) return value;
  if (innerType) return readAs(innerType, value);
  if (options)
    return (
      options.map((option) => readAs(option, value)).find((read, index) => (options[index] as z.ZodType).safeParse(read).success) ?? value
    );
  const member = items?.[0] ?? element;
  if (member) return (value as unknown[]).map((one) => readAs(member, one));
  if (!shape) return value;
  const read = { ...(isRecord(value) ? value : {}) };
  for (const [key, field] of Object.entries(shape)) if (key in read) read[key] = readAs(field, read[key]);
  return read;
};
