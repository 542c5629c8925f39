import { useSyncExternalStore } from 'react';
import { OFFER_PARAMETER } from '@stagedoor/contract/offer-links.values';
import { useLocation } from 'react-router';

const subscribeToNothing = () => () => undefined;

/**
 * The code of the offer link in the address; null without one, and until the page is hydrated: visitors get a profile that is kept for all
 * of them, made without the code (`cached` in app/pages.ts), and what is rendered first must equal it.
 */
export const useOfferCode = (): string | null => {
  const { search } = useLocation();
  const isHydrated = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  return isHydrated ? new URLSearchParams(search).get(OFFER_PARAMETER) : null;
};
