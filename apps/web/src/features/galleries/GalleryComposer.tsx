import type { OwnGallery } from '@stagedoor/contract/galleries';
import { GALLERY_PHOTOS, ITEM_TAGS } from '@stagedoor/contract/items.values';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { useAction } from '../../app/data.ts';
import { TextArea } from '../../ui/Field.tsx';
import { useKeptState } from '../../ui/forms/use-kept-state.ts';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import { AddFiles } from '../items/composer/AddFiles.tsx';
import { AudienceFields, TitleField } from '../items/composer/AudienceFields.tsx';
import { ComposerFrame, useRestoredToast, useSavedToast } from '../items/composer/ComposerFrame.tsx';
import { FileGrid } from '../items/composer/FileGrid.tsx';
import { TagField } from '../items/composer/TagField.tsx';
import { useItemDraft } from '../items/composer/use-item-draft.ts';
import { useItemFiles } from '../items/composer/use-item-files.ts';

const UPLOADS = { image: { purpose: 'photo', call: 'POST /performer/performer-assets/photos/upload' } } as const;
const LISTS = ['GET /performer/performer-assets/galleries/search', 'GET /performer/performer-assets/galleries/{id}/view'] as const;
/** Creates or edits a gallery: photos in their order, cover, words, tags, audience and price. What isn't saved yet is kept on this device. */
export const GalleryComposer = ({ gallery }: { gallery?: OwnGallery }) => {
  const [version, setVersion] = useState(0);
  return <Composer key={version} gallery={gallery} onDiscard={() => setVersion(version + 1)} />;
};

const Composer = ({ gallery, onDiscard }: { gallery: OwnGallery | undefined; onDiscard: () => void }) => {
  const t = useText();
  const client = useQueryClient();
  const savedToast = useSavedToast();
  const draft = useItemDraft('gallery', gallery);
  const files = useItemFiles(UPLOADS, gallery?.files);
  const create = useAction('POST /performer/performer-assets/galleries');
  const change = useAction('PUT /performer/performer-assets/galleries/{id}');
  const [description, setDescription] = useState(gallery?.description ?? '');
  const [tags, setTags] = useState<readonly string[]>(gallery?.tags ?? []);
  /** Key of the file chosen as the cover. */
  const [chosen, setChosen] = useState(gallery?.coverFileId ?? null);
  const error = create.error ?? change.error;
  /** The first photo covers a gallery without a chosen one. */
  const cover = files.files.find(({ key }) => key === chosen) ?? files.files[0];
  const restoredToast = useRestoredToast();
  const device = useKeptState({
    draft: `gallery.${gallery?._id ?? 'new'}`,
    saved: {
      fields: draft.initial,
      description: gallery?.description ?? '',
      tags: gallery?.tags ?? ([] as readonly string[]),
      cover: gallery?.coverFileId ?? null,
      files: (gallery?.files ?? []).map(({ _id }) => _id),
    },
    value: {
      fields: draft.fields,
      description,
      tags,
      // A file's key changes when the draft comes back, its id doesn't.
      cover: files.files.find(({ key }) => key === chosen)?.uploaded?._id ?? null,
      files: files.ids,
    },
    restore: async (typed) => {
      draft.change(typed.fields);
      setDescription(typed.description);
      setTags(typed.tags);
      setChosen(typed.cover);
      restoredToast([await files.restore(typed.files)]);
    },
    asks: true,
    hasMore: files.hasLocal,
  });

  /** Photos have ids once the gallery is saved: then the chosen one is made the cover. */
  const setCover = async (saved: OwnGallery): Promise<void> => {
    const fileId = cover?.uploaded?._id;
    const photoId = saved.photoIds[saved.files.findIndex(({ _id }) => _id === fileId)];
    if (!photoId || cover?.key !== chosen || saved.coverFileId === fileId) return;
    try {
      await call('POST /performer/performer-assets/photos/set-cover/{id}', { params: { id: photoId } });
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      toast(t('galleries.noCover', { reason: thrown.message }), { tone: 'bad', stays: 5000 });
    }
  };
  const send = async (asDraft: boolean) => {
    const body = { ...draft.body, description, tags: [...tags], fileIds: files.ids, isDraft: asDraft };
    const saved = gallery ? await change.run({ params: { id: gallery._id }, body }) : await create.run({ body });
    if (!saved) return undefined;
    await setCover(saved);
    for (const list of LISTS) await client.invalidateQueries({ queryKey: [list] });
    savedToast(saved, Boolean(gallery && !draft.isDraft));
    return saved.state === 'draft' ? '/model/galleries?state=draft' : '/model/galleries';
  };

  return (
    <ComposerFrame
      draft={draft}
      kept={device}
      onDiscard={onDiscard}
      busy={create.busy || change.busy}
      sending={files.busy}
      error={error}
      fields={['description', 'tags']}
      onSend={send}
    >
      <TitleField draft={draft} error={error} required />
      <FileGrid files={files} isDescribed cover={{ key: cover?.key, choose: setChosen }} />
      <AddFiles files={files} most={GALLERY_PHOTOS} only="image" />
      <TextArea
        label={t('galleries.description')}
        optional
        name="description"
        rows={3}
        maxLength={5000}
        error={error?.fields['description']}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <TagField tags={tags} onChange={setTags} most={ITEM_TAGS.most} length={ITEM_TAGS.length} error={error?.fields['tags']} />
      <AudienceFields draft={draft} error={error} />
    </ComposerFrame>
  );
};
