import { useRef, useState } from 'react';
import { isExpired, RENEW_INTERVAL_MS } from '../../app/signed-addresses.ts';
import type { OpenedRef } from './item-calls.ts';
import { loadItem } from './load-item.ts';

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
    if (isExpired(photos[0]?.sources[0]?.url)) await renew();
  };
  return { photos, renew, fresh };
};
