import type { FeedView } from '@stagedoor/contract/feeds';
import { useRef, useState } from 'react';
import { call } from '../../app/browser-call.ts';

/** A picture that fails just after its addresses were renewed is broken: asking once more wouldn't help. Milliseconds. */
const ASKED_LATELY_MS = 60_000;

/** Whether a signed address has run out: it says itself until when it lives (`e`, seconds since 1970). */
const isOver = (address = ''): boolean => {
  const until = /[?&]e=(\d+)/.exec(address)?.[1];
  return until !== undefined && Number(until) * 1000 <= Date.now();
};

/**
 * The photos of a post on a page that may stay open for days, while addresses live for an hour or two: `renew` asks for the post again, for
 * the picture that could not be loaded; `fresh` does it only where they have run out, before one is looked at closely.
 */
export const usePhotos = (feed: FeedView): { photos: FeedView['photos']; renew: () => Promise<void>; fresh: () => Promise<void> } => {
  const [renewed, setRenewed] = useState<{ feed: FeedView; photos: FeedView['photos'] }>();
  const askedAt = useRef(-Infinity);
  const photos = renewed?.feed === feed ? renewed.photos : feed.photos;
  const renew = async (): Promise<void> => {
    if (Date.now() - askedAt.current < ASKED_LATELY_MS) return;
    askedAt.current = Date.now();
    const answer = await call('GET /feeds/{id}', { params: { id: feed._id } }).catch(() => undefined);
    // Where it was closed meanwhile, what is on the page stays until the page is loaded anew.
    if (answer?.photos.length === feed.photos.length) setRenewed({ feed, photos: answer.photos });
  };
  const fresh = async (): Promise<void> => {
    if (isOver(photos[0]?.sources[0]?.url)) await renew();
  };
  return { photos, renew, fresh };
};
