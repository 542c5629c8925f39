import { useState } from 'react';
import { useListSearch } from '../../lists/use-list-search.ts';

/** So many months can be chosen, the current one first. */
const MONTHS = 24;

const monthsBefore = (now: Date): string[] =>
  Array.from({ length: MONTHS }, (_, before) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - before, 1)).toISOString().slice(0, 7),
  );

/** The month of the address, and those that can be chosen. */
export const useMonth = () => {
  const { get } = useListSearch();
  const [months] = useState(() => monthsBefore(new Date()));
  return { months, month: months.find((one) => one === get('month')) ?? months[0]! };
};
