import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/**
 * The token of the mail's link that opened the page; empty without one. It leaves the address at once, so that it isn't in the history, in
 * a copied address or in the referrer; the history entry keeps it for a reload.
 */
export const useMailToken = (): string => {
  const [search] = useSearchParams();
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const given = search.get('token');
  // The server doesn't know the history entry, so a reloaded page learns it after hydration.
  const kept = (state as { mailToken?: string } | null)?.mailToken;
  const [token, setToken] = useState(given ?? '');
  useEffect(() => {
    if (given) void navigate(pathname, { replace: true, preventScrollReset: true, state: { mailToken: given } });
    else if (kept) setToken(kept);
  }, [given, kept, pathname, navigate]);
  return token;
};
