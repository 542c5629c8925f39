/** The keys of an object, with their names: for objects that have no others than their type says. */
export const keysOf = <T extends object>(of: T): (keyof T & string)[] => Object.keys(of) as (keyof T & string)[];

/** An object of entries, which must be there for each key that their type allows. */
export const recordFrom = <K extends string, T>(entries: readonly (readonly [K, T])[]): Record<K, T> =>
  Object.fromEntries(entries) as Record<K, T>;

/** An object with a value for each key. */
export const recordOf = <K extends string, T>(keys: readonly K[], valueOf: (key: K) => T): Record<K, T> =>
  recordFrom(keys.map((key) => [key, valueOf(key)] as const));
