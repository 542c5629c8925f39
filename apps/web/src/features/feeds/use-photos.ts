import type { FeedView } from '@stagedoor/contract/feeds';
import { useRef, useState } from 'react';
import { call } from '../../app/browser-call.ts';

/** A picture that fails right after its addresses were renewed is broken: no further renewal within this time. Milliseconds. */
const RENEW_INTERVAL_MS = 60_000;

/** Whether a signed address has expired: it contains its expiry (`e`, seconds since 1970). */
const isOver = (address = ''): boolean => {
  const until = /[?&]e=(\d+)/.exec(address)?.[1];
  return until !== undefined && Number(until) * 1000 <= Date.now();
};

/**
 * The photos of a post on a page that may stay open for days, while addresses live for an hour or two: `renew` refetches the post for
 * a picture that failed to load; `fresh` does so only for expired addresses, before the lightbox opens.
 */
export const usePhotos = (feed: FeedView): { photos: FeedView['photos']; renew: () => Promise<void>; fresh: () => Promise<void> } => {
  const [renewed, setRenewed] = useState<{ feed: FeedView; photos: FeedView['photos'] }>();
  const askedAt = useRef(-Infinity);
  const photos = renewed?.feed === feed ? renewed.photos : feed.photos;
  const renew = async (): Promise<void> => {
    if (Date.now() - askedAt.current < RENEW_INTERVAL_MS) return;
    askedAt.current = Date.now();
    const answer = await call('GET /feeds/{id}', { params: { id: feed._id } }).catch(() => undefined);
    // If the post was locked meanwhile, the current photos stay until the page is reloaded.
    if (answer?.photos.length === feed.photos.length) setRenewed({ feed, photos: answer.photos });
  };
  const fresh = async (): Promise<void> => {
    if (isOver(photos[0]?.sources[0]?.url)) await renew();
  };
  return { photos, renew, fresh };
};
