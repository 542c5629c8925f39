import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { safeReturn } from '../../app/guard.ts';
import { type Joining, readJoining } from '../../app/joining.ts';

/** The act that a visitor registers for, by this page's return address; read in the browser. */
export const useJoining = (): Joining | null => {
  const [search] = useSearchParams();
  const [joining, setJoining] = useState<Joining | null>(null);
  useEffect(() => setJoining(readJoining(safeReturn(search.get('returnTo')) ?? '')), [search]);
  return joining;
};
