/** The keys of an object, with their names: for objects that have no others than their type says. */
export const keysOf = <T extends object>(of: T): (keyof T & string)[] => Object.keys(of) as (keyof T & string)[];

/** An object with a value for each key. */
export const recordOf = <K extends string, T>(keys: readonly K[], valueOf: (key: K) => T): Record<K, T> =>
  Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<K, T>;

/** Tells if a value is an object whose fields can be looked at. */
export const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The fields of a value, none of what isn't an object. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});
