import { useRef, useState } from 'react';
import type { OpenedRef } from './item-calls.ts';
import { loadItem } from './load-item.ts';

/** A picture that fails right after its addresses were renewed is broken: no further renewal within this time. Milliseconds. */
const RENEW_INTERVAL_MS = 60_000;

/** Whether a signed address has expired: it contains its expiry (`e`, seconds since 1970). */
const isOver = (address = ''): boolean => {
  const until = /[?&]e=(\d+)/.exec(address)?.[1];
  return until !== undefined && Number(until) * 1000 <= Date.now();
};

/**
 * The photos of an item on a page that may stay open for days, while addresses live for an hour or two: `renew` refetches the item for
 * a picture that failed to load; `fresh` does so only for expired addresses, before the lightbox opens.
 */
export const usePhotos = (item: OpenedRef): { photos: OpenedRef['photos']; renew: () => Promise<void>; fresh: () => Promise<void> } => {
  const [renewed, setRenewed] = useState<{ item: OpenedRef; photos: OpenedRef['photos'] }>();
  const askedAt = useRef(-Infinity);
  const photos = renewed?.item === item ? renewed.photos : item.photos;
  const renew = async (): Promise<void> => {
    if (Date.now() - askedAt.current < RENEW_INTERVAL_MS) return;
    askedAt.current = Date.now();
    const answer = await loadItem(item).catch(() => undefined);
    // If the item was locked meanwhile, the current photos stay until the page is reloaded.
    if (answer?.photos.length === item.photos.length) setRenewed({ item, photos: answer.photos });
  };
  const fresh = async (): Promise<void> => {
    if (isOver(photos[0]?.sources[0]?.url)) await renew();
  };
  return { photos, renew, fresh };
};
