import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

/** What still fails right after its addresses were renewed is broken: no further renewal within this time. Milliseconds. */
export const RENEW_INTERVAL_MS = 60_000;

/** Whether a signed address has expired: it contains its expiry (`e`, seconds since 1970). */
export const isExpired = (address = ''): boolean => {
  const until = /[?&]e=(\d+)/.exec(address)?.[1];
  return until !== undefined && Number(until) * 1000 <= Date.now();
};

/**
 * For pages left open for hours, while addresses live for an hour or two: when a picture fails to load because its address expired, everything on
 * the page is fetched again, with new addresses.
 */
export const useFreshAddresses = (): void => {
  const queries = useQueryClient();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    let renewedAt = -Infinity;
    const onError = ({ target }: Event): void => {
      if (!(target instanceof HTMLImageElement) || !isExpired(target.currentSrc || target.src)) return;
      if (performance.now() - renewedAt < RENEW_INTERVAL_MS) return;
      renewedAt = performance.now();
      void queries.invalidateQueries();
      void revalidate();
    };
    // Errors of pictures don't bubble.
    document.addEventListener('error', onError, true);
    return () => document.removeEventListener('error', onError, true);
  }, [queries, revalidate]);
};
