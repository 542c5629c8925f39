import { isId } from '@stagedoor/contract/ids.values';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { startOfDay } from '../../../ui/forms/local-date-time.ts';

/** Reads one filter of a list's call from its parameter of the address; undefined when it is off. */
type Read<Value> = (given: string | null) => Value | undefined;

/** The filters of a list's call, by name. Those of the call that aren't named here are never sent. */
export type FilterReads = Readonly<Record<string, Read<string | boolean>>>;

export type FilterOf<Reads extends FilterReads> = { [Name in keyof Reads]?: NonNullable<ReturnType<Reads[Name]>> };
export type ListFilter = Readonly<Record<string, string | boolean | undefined>>;

export const words: Read<string> = (given) => given?.trim() || undefined;
export const oneOf =
  <const Value extends string>(values: readonly Value[]): Read<Value> =>
  (given) =>
    values.find((value) => value === given);
export const onlyTrue: Read<true> = (given) => (given === 'true' ? true : undefined);
export const anId: Read<string> = (given) => (given && isId(given) ? given : undefined);

/** Days of the address, in the reader's time zone: the last one is included. */
export const MADE_IN = {
  from: (given: string | null) => startOfDay(given),
  until: (given: string | null) => startOfDay(given, 1),
} satisfies FilterReads;

/** Narrows a list's filters to those that an address sets. */
export const filterOf = <Reads extends FilterReads>(reads: Reads, search: URLSearchParams): FilterOf<Reads> => {
  const values = Object.entries(reads).map(([name, read]) => [name, read(search.get(name))] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as FilterOf<Reads>;
};

/** The filters that the address sets, as the list's call takes them. */
export const useFilter = <Reads extends FilterReads>(reads: Reads): FilterOf<Reads> => {
  const [search] = useSearchParams();
  return useMemo(() => filterOf(reads, search), [reads, search]);
};

/** Filters as texts: for an address, and for a count. */
export const filterTexts = (filter: ListFilter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));
