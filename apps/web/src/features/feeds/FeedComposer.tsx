import type { OwnFeed } from '@stagedoor/contract/feeds';
import { useQueryClient } from '@tanstack/react-query';
import { IconChartBar } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/Field.tsx';
import { useKeptState } from '../../ui/forms/use-kept-state.ts';
import { useText } from '../../ui/text.ts';
import { AddFiles } from '../items/composer/AddFiles.tsx';
import { AudienceFields, TitleField } from '../items/composer/AudienceFields.tsx';
import { CaptionsSection } from '../items/composer/CaptionsSection.tsx';
import { ComposerFrame, useRestoredToast, useSavedToast } from '../items/composer/ComposerFrame.tsx';
import { FileGrid } from '../items/composer/FileGrid.tsx';
import { TeaserSection } from '../items/composer/TeaserSection.tsx';
import { ThumbnailSection } from '../items/composer/ThumbnailSection.tsx';
import { useItemDraft } from '../items/composer/use-item-draft.ts';
import { useItemFiles } from '../items/composer/use-item-files.ts';
import { NO_TEASER, useTeaser } from '../items/composer/use-teaser.ts';
import { useThumbnail } from '../items/composer/use-thumbnail.ts';
import { FeedPoll } from '../polls/FeedPoll.tsx';
import { newPoll, PollFields, type PollDraft } from '../polls/PollFields.tsx';

const UPLOADS = {
  image: { purpose: 'feedPhoto', call: 'POST /feeds/files/photo/upload' },
  video: { purpose: 'feedVideo', call: 'POST /feeds/files/video/upload' },
  teaser: { purpose: 'feedTeaser', call: 'POST /feeds/files/teaser/upload' },
} as const;
/** A film's thumbnail is a picture with a call of its own. */
const THUMBNAIL_UPLOADS = { image: { purpose: 'feedThumbnail', call: 'POST /feeds/files/thumbnail/upload' } } as const;
const THUMBNAILS = ['automatic', 'own'] as const;
const MAX_FILES = 20;
/** Field errors of a poll and of the text, by field. */
const FIELDS = ['text', 'question', 'options', 'endsAt'];

/** Creates or edits a post: text, photos or a video, audience, and price. What isn't saved yet is kept on this device. */
export const FeedComposer = ({ feed }: { feed?: OwnFeed }) => {
  const [version, setVersion] = useState(0);
  return <Composer key={version} feed={feed} onDiscard={() => setVersion(version + 1)} />;
};

const Composer = ({ feed, onDiscard }: { feed: OwnFeed | undefined; onDiscard: () => void }) => {
  const t = useText();
  const client = useQueryClient();
  const savedToast = useSavedToast();
  const draft = useItemDraft('feed', feed);
  const files = useItemFiles(UPLOADS, feed?.files);
  const teaser = useTeaser(UPLOADS, feed);
  const thumbnail = useThumbnail(THUMBNAIL_UPLOADS, feed);
  const publish = useAction('POST /performer/feeds');
  const keep = useAction('POST /performer/feeds/draft');
  const change = useAction('POST /performer/feeds/draft/{id}');
  const ask = useAction('POST /performer/feeds/polls');
  const save = useAction('PUT /performer/feeds/{id}');
  const [text, setText] = useState(feed?.text ?? '');
  const [poll, setPoll] = useState<PollDraft | null>(null);
  /** A saved poll can be removed, not edited: people may have voted. */
  const [kept, setKept] = useState(feed?.poll ?? null);
  const { isDraft } = draft;
  const busy = [publish, save, keep, change, ask].some((action) => action.busy);
  const error = ask.error ?? publish.error ?? save.error ?? keep.error ?? change.error;
  const film = files.files.find((file) => file.kind === 'video');
  const hasVideo = film !== undefined;
  const hasTeaser = hasVideo && draft.fields.audience !== 'everyone';
  const restoredToast = useRestoredToast();
  const device = useKeptState({
    draft: `feed.${feed?._id ?? 'new'}`,
    saved: {
      fields: draft.initial,
      text: feed?.text ?? '',
      poll: null as PollDraft | null,
      hasPoll: Boolean(feed?.poll),
      files: (feed?.files ?? []).map(({ _id }) => _id),
      teaser: teaser.kept.saved,
      thumbnail: thumbnail.kept.saved,
    },
    value: {
      fields: draft.fields,
      text,
      poll,
      hasPoll: kept !== null,
      files: files.ids,
      teaser: teaser.kept.value,
      thumbnail: thumbnail.kept.value,
    },
    restore: async (typed) => {
      draft.change(typed.fields);
      setText(typed.text);
      setPoll(typed.poll);
      if (!typed.hasPoll) setKept(null);
      restoredToast(await Promise.all([files.restore(typed.files), teaser.restore(typed.teaser), thumbnail.restore(typed.thumbnail)]));
    },
    asks: true,
    hasMore: files.hasLocal || teaser.hasLocal || thumbnail.hasLocal,
  });

  /** The poll of the post: created first, once. */
  const pollIdOf = async (): Promise<string | null | undefined> => {
    if (!poll) return kept?._id ?? null;
    const { question, options, endsAt } = poll;
    const made = await ask.run({ body: { question, options: options.map((option) => option.text), endsAt } });
    if (!made) return undefined;
    setKept(made);
    setPoll(null);
    return made._id;
  };
  const send = async (asDraft: boolean) => {
    const pollId = await pollIdOf();
    if (pollId === undefined) return undefined;
    const thumbnailId = hasVideo ? thumbnail.fileId : null;
    const body = { ...draft.body, text, fileIds: files.ids, thumbnailId, ...(hasTeaser ? teaser.fields : NO_TEASER), pollId };
    const params = { id: feed?._id ?? '' };
    const answer = !feed
      ? await (asDraft ? keep : publish).run({ body })
      : await (isDraft ? change.run({ params, body: { ...body, publish: !asDraft } }) : save.run({ params, body }));
    if (!answer) return undefined;
    await client.invalidateQueries({ queryKey: ['GET /performer/feeds'] });
    await client.invalidateQueries({ queryKey: ['GET /performer/feeds/draft/search'] });
    savedToast(answer, Boolean(feed && !isDraft));
    return answer.state === 'draft' ? '/model/feeds?state=draft' : '/model/feeds';
  };

  return (
    <ComposerFrame
      draft={draft}
      kept={device}
      onDiscard={onDiscard}
      busy={busy}
      sending={files.busy || (hasTeaser && teaser.busy) || (hasVideo && thumbnail.busy)}
      error={error}
      fields={FIELDS}
      onSend={send}
    >
      <TextArea
        label={t('model.text')}
        name="text"
        rows={4}
        maxLength={10_000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <FileGrid files={files} isOrdered={!hasVideo} isDescribed />
      <AddFiles files={files} most={MAX_FILES}>
        {poll || kept ? null : (
          <Button kind="lift" icon={<IconChartBar size={20} stroke={1.75} />} onClick={() => setPoll(newPoll())}>
            {t('model.addPoll')}
          </Button>
        )}
      </AddFiles>
      {hasVideo ? <ThumbnailSection thumbnail={thumbnail} source={null} film={null} choices={THUMBNAILS} /> : null}
      {film ? <CaptionsSection film={film} /> : null}
      {poll ? <PollFields poll={poll} onChange={setPoll} error={ask.error} /> : null}
      {kept ? <FeedPoll poll={kept} isOwn /> : null}
      {poll || kept ? (
        <span>
          <Button
            kind="text"
            size="sm"
            onClick={() => {
              setPoll(null);
              setKept(null);
            }}
          >
            {t('model.removePoll')}
          </Button>
        </span>
      ) : null}
      <AudienceFields draft={draft} error={error}>
        {draft.fields.audience === 'everyone' ? null : <TitleField draft={draft} error={error} hint={t('model.titleHint')} />}
      </AudienceFields>
      {hasTeaser ? <TeaserSection teaser={teaser} still={files.files[0]?.uploaded?.picture ?? null} /> : null}
    </ComposerFrame>
  );
};
