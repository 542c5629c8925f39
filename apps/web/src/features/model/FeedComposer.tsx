import type { ResponseOf, Contract } from '@stagedoor/contract';
import { IconChartBar, IconLibraryPhoto, IconPhoto, IconVideo } from '@tabler/icons-react';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { useQueryClient } from '@tanstack/react-query';
import { useAction } from '../../app/data.ts';
import { useSiteTime } from '../../app/site-time.ts';
import { Coin } from '../../ui/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { TextArea, TextField } from '../../ui/Field.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { tokensToMoney, useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import { FormError } from '../auth/FormError.tsx';
import { FeedPoll } from '../polls/FeedPoll.tsx';
import { newPoll, PollFields, type PollDraft } from '../polls/PollFields.tsx';
import { FileTile } from './FileTile.tsx';
import styles from './model.module.css';
import { FilePickerButton } from './FilePickerButton.tsx';
import { TeaserSection } from './TeaserSection.tsx';
import { useFeedFiles } from './use-feed-files.ts';
import { NO_TEASER, useTeaser } from './use-teaser.ts';
import { ScheduleFields } from './ScheduleFields.tsx';
import { ParticipantPicker } from './ParticipantPicker.tsx';

type OwnFeed = ResponseOf<Contract['GET /performer/feeds/{id}']>;
const AUDIENCES = ['everyone', 'followers', 'subscribers', 'buyers'] as const;
type Audience = (typeof AUDIENCES)[number];
const IMAGES = 'image/jpeg,image/png,image/webp,image/avif';
const VIDEOS = 'video/mp4,video/quicktime,video/webm,video/x-matroska';
const MAX_FILES = 20;
const LibraryPicker = lazy(async () => ({ default: (await import('../media/LibraryPicker.tsx')).LibraryPicker }));
/** Field errors, by field. */
const FIELDS = ['price', 'text', 'title', 'scheduledAt', 'expiresAt', 'question', 'options', 'endsAt'];
/** The performer's share at the site's usual commission; the exact one is frozen on each sale. */
const DEFAULT_KEEP = 0.8;

/** Creates or edits a post: text, photos or a video, audience, and price. */
export const FeedComposer = ({ feed }: { feed?: OwnFeed }) => {
  const t = useText();
  const format = useFormat();
  const now = useSiteTime(60_000);
  const navigate = useNavigate();
  const client = useQueryClient();
  const files = useFeedFiles(feed?.files);
  const teaser = useTeaser(feed);
  const publish = useAction('POST /performer/feeds');
  const keep = useAction('POST /performer/feeds/draft');
  const change = useAction('POST /performer/feeds/draft/{id}');
  const ask = useAction('POST /performer/feeds/polls');
  const save = useAction('PUT /performer/feeds/{id}');
  const [text, setText] = useState(feed?.text ?? '');
  const [title, setTitle] = useState(feed?.title ?? '');
  const [audience, setAudience] = useState<Audience>(feed?.audience ?? 'everyone');
  const [price, setPrice] = useState(feed?.price ? feed.price.toFixed(2) : '');
  const [participantIds, setParticipantIds] = useState<readonly string[]>(feed?.participantIds ?? []);
  const [producedOn, setProducedOn] = useState(feed?.producedOn ?? '');
  const [isPicking, setIsPicking] = useState(false);
  const [poll, setPoll] = useState<PollDraft | null>(null);
  /** A saved poll can be removed, not edited: people may have voted. */
  const [kept, setKept] = useState(feed?.poll ?? null);
  const [scheduledAt, setScheduledAt] = useState(feed?.scheduledAt ?? null);
  const [expiresAt, setExpiresAt] = useState(feed?.expiresAt ?? null);
  const isDraft = !feed || feed.state === 'draft' || feed.state === 'scheduled';
  const isLater = isDraft && scheduledAt !== null && new Date(scheduledAt).getTime() > now;
  const busy = [publish, save, keep, change, ask].some((action) => action.busy);
  const error = ask.error ?? publish.error ?? save.error ?? keep.error ?? change.error;
  const hasVideo = files.files.some((file) => file.kind === 'video');
  const hasPhotos = files.files.some((file) => file.kind === 'image');
  const priced = audience === 'buyers';
  const hasTeaser = hasVideo && audience !== 'everyone';
  const sending = files.busy || (hasTeaser && teaser.busy);
  const tokens = Number(price);
  const money = Number.isFinite(tokens) && tokens > 0 ? tokensToMoney(tokens, format.tokenValue) : 0;

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
    if (pollId === undefined) return;
    const body = {
      text,
      title,
      audience,
      price: priced && price !== '' ? price : null,
      fileIds: files.ids,
      ...(hasTeaser ? teaser.fields : NO_TEASER),
      participantIds: [...participantIds],
      producedOn: producedOn || null,
      pollId,
      scheduledAt: isDraft ? scheduledAt : null,
      expiresAt,
    };
    const params = { id: feed?._id ?? '' };
    const answer = !feed
      ? await (asDraft ? keep : publish).run({ body })
      : await (isDraft ? change.run({ params, body: { ...body, publish: !asDraft } }) : save.run({ params, body }));
    if (!answer) return;
    await client.invalidateQueries({ queryKey: ['GET /performer/feeds'] });
    await client.invalidateQueries({ queryKey: ['GET /performer/feeds/draft/search'] });
    if (answer.state === 'draft') toast(t('model.draftSaved'), { tone: 'ok' });
    else if (answer.state === 'scheduled' && answer.scheduledAt)
      toast(t('model.scheduledToast', { date: format.date(answer.scheduledAt, 'dayTime') }), { tone: 'ok', stays: 5000 });
    else if (answer.state === 'processing') toast(t('model.processingToast'), { tone: 'ok', stays: 5000 });
    else toast(t(feed && !isDraft ? 'model.saved' : 'model.published'), { tone: 'ok' });
    await navigate(answer.state === 'draft' ? '/model/feeds?state=draft' : '/model/feeds');
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send(false);
  };

  return (
    <form onSubmit={submit}>
      <Card pad="lg" as="div" className={styles.stack}>
        <TextArea
          label={t('model.text')}
          name="text"
          rows={4}
          maxLength={10_000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {files.files.length > 0 ? (
          <div className={styles.files}>
            {files.files.map((file) => (
              <FileTile key={file.key} file={file} onRemove={() => files.remove(file.key)} onRetry={() => files.retry(file)} />
            ))}
          </div>
        ) : null}
        <div className={styles.add}>
          {hasVideo ? null : (
            <FilePickerButton
              label={t('model.addPhotos')}
              icon={<IconPhoto size={20} stroke={1.75} />}
              accept={IMAGES}
              multiple
              onPick={(picked) => void files.add(picked, 'image')}
            />
          )}
          {hasVideo || hasPhotos ? null : (
            <FilePickerButton
              label={t('model.addVideo')}
              icon={<IconVideo size={20} stroke={1.75} />}
              accept={VIDEOS}
              onPick={(picked) => void files.add(picked.slice(0, 1), 'video')}
            />
          )}
          {hasVideo ? null : (
            <Button kind="lift" icon={<IconLibraryPhoto size={20} stroke={1.75} />} onClick={() => setIsPicking(true)}>
              {t('media.fromLibrary')}
            </Button>
          )}
          {poll || kept ? null : (
            <Button kind="lift" icon={<IconChartBar size={20} stroke={1.75} />} onClick={() => setPoll(newPoll())}>
              {t('model.addPoll')}
            </Button>
          )}
        </div>
        {isPicking ? (
          <Suspense>
            <LibraryPicker
              kind={hasPhotos ? 'image' : undefined}
              most={MAX_FILES - files.files.length}
              onClose={() => setIsPicking(false)}
              onPick={(items) => files.take(items)}
            />
          </Suspense>
        ) : null}
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
        <div className={styles.ask} role="group" aria-label={t('model.audience')}>
          <span className={classes(type.small, type.strong)}>{t('model.audience')}</span>
          <Segments
            wide
            label={t('model.audience')}
            name="audience"
            value={audience}
            onChange={setAudience}
            options={AUDIENCES.map((value) => ({ value, text: t(`model.audience.${value}`) }))}
          />
        </div>
        {priced ? (
          <div className={styles.two}>
            <TextField
              label={t('model.price')}
              name="price"
              inputMode="decimal"
              start={<Coin />}
              required
              pattern="\d{1,6}([.]\d{1,2})?"
              value={price}
              onChange={(event) => setPrice(event.currentTarget.value.replace(',', '.'))}
              hint={
                money > 0
                  ? t('model.priceYouGet', {
                      money: format.money(money),
                      net: format.money(Math.round(money * DEFAULT_KEEP * 100) / 100),
                    })
                  : undefined
              }
              error={error?.fields['price']}
            />
            <TextField
              label={t('model.title')}
              name="title"
              maxLength={120}
              hint={t('model.titleHint')}
              value={title}
              onChange={(event) => setTitle(event.currentTarget.value)}
            />
          </div>
        ) : audience === 'everyone' ? null : (
          <TextField
            label={t('model.title')}
            optional
            name="title"
            maxLength={120}
            hint={t('model.titleHint')}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
        )}
        {hasTeaser ? <TeaserSection teaser={teaser} videos={VIDEOS} still={files.files[0]?.uploaded?.picture ?? null} /> : null}
        <ParticipantPicker chosen={participantIds} onChoose={setParticipantIds} producedOn={producedOn} onProducedOn={setProducedOn} />
        <ScheduleFields
          scheduledAt={scheduledAt}
          onScheduledAt={setScheduledAt}
          expiresAt={expiresAt}
          onExpiresAt={setExpiresAt}
          isShown={!isDraft}
          isSold={priced || !isDraft}
          error={error}
        />
        <FormError error={error} fields={FIELDS} />
        <div className={styles.end}>
          {isDraft ? (
            <Button kind="lift" size="lg" disabled={busy || sending} onClick={() => void send(true)}>
              {t('model.saveDraft')}
            </Button>
          ) : null}
          <Button kind="gold" size="lg" type="submit" busy={busy} disabled={sending}>
            {t(!isDraft ? 'model.save' : isLater ? 'model.schedule' : 'model.publish')}
          </Button>
        </div>
      </Card>
    </form>
  );
};
