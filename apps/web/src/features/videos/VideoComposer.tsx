import { ITEM_TAGS } from '@stagedoor/contract/items.values';
import type { OwnVideo } from '@stagedoor/contract/videos';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../../app/data.ts';
import { TextArea } from '../../ui/Field.tsx';
import { useKeptState } from '../../ui/forms/use-kept-state.ts';
import { useText } from '../../ui/text.ts';
import { AddFiles } from '../items/composer/AddFiles.tsx';
import { AudienceFields, TitleField } from '../items/composer/AudienceFields.tsx';
import { CaptionsSection } from '../items/composer/CaptionsSection.tsx';
import { ComposerFrame, useRestoredToast, useSavedToast } from '../items/composer/ComposerFrame.tsx';
import { FileGrid } from '../items/composer/FileGrid.tsx';
import { TagField } from '../items/composer/TagField.tsx';
import { TeaserSection } from '../items/composer/TeaserSection.tsx';
import { ThumbnailSection } from '../items/composer/ThumbnailSection.tsx';
import { useItemDraft } from '../items/composer/use-item-draft.ts';
import { useItemFiles } from '../items/composer/use-item-files.ts';
import { NO_TEASER, useTeaser } from '../items/composer/use-teaser.ts';
import { useThumbnail } from '../items/composer/use-thumbnail.ts';

const CALL = 'POST /performer/performer-assets/videos/upload';
const UPLOADS = {
  video: { purpose: 'video', call: CALL, field: 'video' },
  teaser: { purpose: 'videoTeaser', call: CALL, field: 'teaser' },
  image: { purpose: 'videoThumbnail', call: CALL, field: 'thumbnail' },
} as const;
const LISTS = ['GET /performer/performer-assets/videos/search', 'GET /performer/performer-assets/videos/{id}/view'] as const;

/** Creates or edits a video: film, thumbnail, teaser, words, tags, audience and price. What isn't saved yet is kept on this device. */
export const VideoComposer = ({ video }: { video?: OwnVideo }) => {
  const [version, setVersion] = useState(0);
  return <Composer key={version} video={video} onDiscard={() => setVersion(version + 1)} />;
};

const Composer = ({ video, onDiscard }: { video: OwnVideo | undefined; onDiscard: () => void }) => {
  const t = useText();
  const client = useQueryClient();
  const savedToast = useSavedToast();
  const draft = useItemDraft('video', video);
  const films = useItemFiles(UPLOADS, video?.files);
  const thumbnail = useThumbnail(UPLOADS, video);
  const teaser = useTeaser(UPLOADS, video);
  const create = useAction('POST /performer/performer-assets/videos');
  const change = useAction('PUT /performer/performer-assets/videos/edit/{id}');
  const [description, setDescription] = useState(video?.description ?? '');
  const [tags, setTags] = useState<readonly string[]>(video?.tags ?? []);
  const error = create.error ?? change.error;
  const [film] = films.files;
  const isSameFilm = film !== undefined && film.uploaded?._id === video?.files[0]?._id;
  const hasTeaser = film !== undefined && draft.fields.audience !== 'everyone';
  const restoredToast = useRestoredToast();
  const device = useKeptState({
    draft: `video.${video?._id ?? 'new'}`,
    saved: {
      fields: draft.initial,
      description: video?.description ?? '',
      tags: video?.tags ?? ([] as readonly string[]),
      films: (video?.files ?? []).map(({ _id }) => _id),
      thumbnail: thumbnail.kept.saved,
      teaser: teaser.kept.saved,
    },
    value: {
      fields: draft.fields,
      description,
      tags,
      films: films.ids,
      thumbnail: thumbnail.kept.value,
      teaser: teaser.kept.value,
    },
    restore: async (typed) => {
      draft.change(typed.fields);
      setDescription(typed.description);
      setTags(typed.tags);
      restoredToast(await Promise.all([films.restore(typed.films), thumbnail.restore(typed.thumbnail), teaser.restore(typed.teaser)]));
    },
    asks: true,
    hasMore: films.hasLocal || thumbnail.hasLocal || teaser.hasLocal,
  });

  const send = async (asDraft: boolean) => {
    const body = {
      ...draft.body,
      description,
      tags: [...tags],
      videoId: films.ids[0] ?? null,
      ...thumbnail.fields,
      ...(hasTeaser ? teaser.fields : NO_TEASER),
      isDraft: asDraft,
    };
    const saved = video ? await change.run({ params: { id: video._id }, body }) : await create.run({ body });
    if (!saved) return undefined;
    for (const list of LISTS) await client.invalidateQueries({ queryKey: [list] });
    savedToast(saved, Boolean(video && !draft.isDraft));
    return saved.state === 'draft' ? '/model/videos?state=draft' : '/model/videos';
  };

  return (
    <ComposerFrame
      draft={draft}
      kept={device}
      onDiscard={onDiscard}
      busy={create.busy || change.busy}
      sending={films.busy || thumbnail.busy || (hasTeaser && teaser.busy)}
      error={error}
      fields={['description', 'tags', 'thumbnailAt']}
      onSend={send}
    >
      <TitleField draft={draft} error={error} required />
      <FileGrid files={films} />
      <AddFiles files={films} most={1} only="video" />
      {film ? (
        <ThumbnailSection thumbnail={thumbnail} source={film.source?.file ?? null} film={isSameFilm ? (video?.film?.mp4 ?? null) : null} />
      ) : null}
      {film ? <CaptionsSection film={film} /> : null}
      <TextArea
        label={t('videos.description')}
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
      {hasTeaser ? <TeaserSection teaser={teaser} still={film.uploaded?.picture ?? null} /> : null}
    </ComposerFrame>
  );
};
