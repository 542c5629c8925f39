import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { loginFor, registerFor, safeReturn } from '../../app/guard.ts';
import { type Joining, readJoining } from '../../app/joining.ts';

/**
 * Log-in and registration with this page's return address, and what a visitor joins for. These pages are cached without their query: it is read in the
 * browser.
 */
export const useReturnTo = (): { login: string; register: string; joining: Joining | null } => {
  const [search] = useSearchParams();
  const [returnTo, setReturnTo] = useState('');
  useEffect(() => setReturnTo(safeReturn(search.get('returnTo')) ?? ''), [search]);
  return { login: loginFor(returnTo), register: registerFor(returnTo), joining: returnTo ? readJoining(returnTo) : null };
};
