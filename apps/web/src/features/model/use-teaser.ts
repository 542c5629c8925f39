import type { ResponseOf, Contract } from '@stagedoor/contract';
import { useState } from 'react';
import { useFeedFiles } from './use-feed-files.ts';

type OwnFeed = ResponseOf<Contract['GET /performer/feeds/{id}']>;
export const TEASER_CHOICES = ['none', 'cut', 'own'] as const;
export type TeaserChoice = (typeof TEASER_CHOICES)[number];

/** The fields of a post without a teaser. */
export const NO_TEASER = { teaserId: null, teaserCut: false };

/** The teaser of the post being edited. An uploaded one is kept while another choice is selected. */
export const useTeaser = (feed: OwnFeed | undefined) => {
  const files = useFeedFiles(feed?.teaser ? [feed.teaser] : []);
  const [choice, setChoice] = useState<TeaserChoice>(feed?.teaser ? 'own' : feed?.teaserCut ? 'cut' : 'none');
  const file = files.files[0] ?? null;
  const isOwn = choice === 'own';
  const isSaved = isOwn ? feed?.teaser && file?.uploaded?._id === feed.teaser._id : choice === 'cut' && feed?.teaserCut;
  return {
    choice,
    setChoice,
    file,
    /** The public teaser of the saved choice. */
    shown: (isSaved && feed?.teaserVideo) || null,
    pick: (picked: readonly File[]) => void files.add(picked.slice(0, 1), 'teaser'),
    remove: () => file && files.remove(file.key),
    retry: () => file && files.retry(file),
    busy: isOwn && files.busy,
    fields: { teaserId: (isOwn && file?.uploaded?._id) || null, teaserCut: choice === 'cut' },
  };
};

export type Teaser = ReturnType<typeof useTeaser>;
