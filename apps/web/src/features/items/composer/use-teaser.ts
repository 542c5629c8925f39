import type { OwnItem } from '@stagedoor/contract/items';
import { useState } from 'react';
import type { Uploads } from './uploads.ts';
import { useItemFiles } from './use-item-files.ts';

export const TEASER_CHOICES = ['none', 'cut', 'own'] as const;
export type TeaserChoice = (typeof TEASER_CHOICES)[number];

interface KeptTeaser {
  choice: TeaserChoice;
  fileId: string | null;
}

/** The fields of an item without a teaser. */
export const NO_TEASER = { teaserId: null, teaserCut: false };

/** The teaser of the item being edited. An uploaded one is kept while another choice is selected. */
export const useTeaser = (uploads: Uploads, own: Pick<OwnItem, 'teaser' | 'teaserCut' | 'teaserVideo'> | undefined) => {
  const files = useItemFiles(uploads, own?.teaser ? [own.teaser] : []);
  const [choice, setChoice] = useState<TeaserChoice>(own?.teaser ? 'own' : own?.teaserCut ? 'cut' : 'none');
  const file = files.files[0] ?? null;
  const isOwn = choice === 'own';
  const isSaved = isOwn ? own?.teaser && file?.uploaded?._id === own.teaser._id : choice === 'cut' && own?.teaserCut;
  const initial: KeptTeaser = { choice, fileId: own?.teaser?._id ?? null };
  const [saved] = useState(initial);
  return {
    choice,
    setChoice,
    file,
    /** The public teaser of the saved choice. */
    shown: (isSaved && own?.teaserVideo) || null,
    pick: (picked: readonly File[]) => files.add(picked.slice(0, 1), 'teaser'),
    remove: () => file && files.remove(file.key),
    retry: () => file && files.retry(file),
    busy: isOwn && files.busy,
    hasLocal: files.hasLocal,
    /** What a device keeps of it: as it is saved, as it is chosen, and its way back. */
    kept: { saved, value: { choice, fileId: file?.uploaded?._id ?? null } satisfies KeptTeaser },
    restore: async (kept: KeptTeaser): Promise<number> => {
      setChoice(kept.choice);
      return files.restore(kept.fileId === null ? [] : [kept.fileId]);
    },
    fields: { teaserId: (isOwn && file?.uploaded?._id) || null, teaserCut: choice === 'cut' },
  };
};

export type Teaser = ReturnType<typeof useTeaser>;
