/** The keys of an object, with their names: for objects that have no others than their type says. */
export const keysOf = <T extends object>(of: T): (keyof T & string)[] => Object.keys(of) as (keyof T & string)[];

/** The keys of an object with their values: for objects that have no others than their type says. */
export const entriesOf = <T extends object>(of: T) => Object.entries(of) as { [K in keyof T & string]: [K, T[K]] }[keyof T & string][];

/** An object of entries, which must be there for each key that their type allows. */
export const recordFrom = <K extends string, T>(entries: readonly (readonly [K, T])[]): Record<K, T> =>
  Object.fromEntries(entries) as Record<K, T>;

/** An object with a value for each key. */
export const recordOf = <K extends string, T>(keys: readonly K[], valueOf: (key: K) => T): Record<K, T> =>
  recordFrom(keys.map((key) => [key, valueOf(key)] as const));

/** Returns true for a name that an object has as a key of its own. */
export const isKeyOf = <T extends object>(of: T, key: string): key is keyof T & string => Object.hasOwn(of, key);

/** Returns true for a value that is in a list. */
export const isOneOf = <T>(list: readonly T[], value: unknown): value is T => list.includes(value as T);

/** Returns true for an object with fields, which may be anything. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
