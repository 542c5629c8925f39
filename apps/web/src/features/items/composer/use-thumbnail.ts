import type { OwnItem } from '@stagedoor/contract/items';
import { useState } from 'react';
import type { Uploads } from './uploads.ts';
import { useItemFiles } from './use-item-files.ts';

export const THUMBNAIL_CHOICES = ['automatic', 'frame', 'own'] as const;
export type ThumbnailChoice = (typeof THUMBNAIL_CHOICES)[number];

interface KeptThumbnail {
  choice: ThumbnailChoice;
  fileId: string | null;
  at: number | null;
}

/** The thumbnail of the film being edited: made by the server, a frame of the film, or a picture of its own. */
export const useThumbnail = (uploads: Uploads, own: Pick<OwnItem, 'thumbnail'> | undefined) => {
  const files = useItemFiles(uploads, own?.thumbnail ? [own.thumbnail] : []);
  const [choice, setChoice] = useState<ThumbnailChoice>(own?.thumbnail ? 'own' : 'automatic');
  /** The second of the film, once one was chosen. */
  const [at, setAt] = useState<number | null>(null);
  const file = files.files[0] ?? null;
  const [saved] = useState<KeptThumbnail>({ choice, fileId: own?.thumbnail?._id ?? null, at: null });
  return {
    choice,
    setChoice,
    file,
    at,
    setAt,
    pick: (picked: readonly File[]) => files.add(picked.slice(0, 1), 'image'),
    remove: () => file && files.remove(file.key),
    retry: () => file && files.retry(file),
    busy: choice === 'own' && files.busy,
    hasLocal: files.hasLocal,
    kept: { saved, value: { choice, fileId: file?.uploaded?._id ?? null, at } satisfies KeptThumbnail },
    /** @param kept undefined in drafts of before there was one */
    restore: async (kept: KeptThumbnail | undefined): Promise<number> => {
      if (!kept) return 0;
      setChoice(kept.choice);
      setAt(kept.at);
      return files.restore(kept.fileId === null ? [] : [kept.fileId]);
    },
    /** The uploaded picture, if that is the choice. */
    fileId: (choice === 'own' && file?.uploaded?._id) || null,
    fields:
      choice === 'frame' && at !== null
        ? { thumbnailAt: at }
        : { thumbnailId: (choice === 'own' && file?.uploaded?._id) || null, thumbnailAt: null },
  };
};

export type Thumbnail = ReturnType<typeof useThumbnail>;
