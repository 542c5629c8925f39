import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { loginFor, registerFor, safeReturn } from '../../app/guard.ts';

/** Log-in and registration with this page's return address. These pages are cached without their query: it is read in the browser. */
export const useReturnTo = (): { login: string; register: string } => {
  const [search] = useSearchParams();
  const [returnTo, setReturnTo] = useState('');
  useEffect(() => setReturnTo(safeReturn(search.get('returnTo')) ?? ''), [search]);
  return { login: loginFor(returnTo), register: registerFor(returnTo) };
};
