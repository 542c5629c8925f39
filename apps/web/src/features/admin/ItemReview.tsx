import type { ReviewRow, ReviewedItem } from '@stagedoor/contract/catalog';
import { IconDownload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Pending } from '../../app/Pending.tsx';
import { useAction, useData } from '../../app/data.ts';
import { PriceTag } from '../../ui/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { TextField } from '../../ui/Field.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Lightbox } from '../../ui/Lightbox.tsx';
import { sourceFor } from '../../ui/Picture.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { VideoPlayer } from '../../ui/VideoPlayer.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import styles from '../../ui/admin/list-and-pane.module.css';
import type { Chosen } from './ListAndPane.tsx';
import { FactLine, Pane, PaneHead } from './Pane.tsx';
import { Decision } from './Review.tsx';
import own from './item-review.module.css';

type ReviewProps = Omit<Chosen<ReviewRow>, 'row'>;

/** One item in review: all it will show, and the decision, each with a keyboard shortcut. */
export const ItemReview = ({ id, onDecided, onBack, ...place }: ReviewProps) => {
  const t = useText();
  const format = useFormat();
  const client = useQueryClient();
  const query = useData('GET /admin/reviews/{id}', { params: { id } });
  const approve = useAction('POST /admin/reviews/{id}/approve');
  const reject = useAction('POST /admin/reviews/{id}/reject');
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState(false);
  const item = query.data;
  if (!item)
    return (
      <Pane label={t('model.state.review')} onBack={onBack}>
        <Pending of={query}>
          <RowsSkeleton rows={5} />
        </Pending>
      </Pane>
    );
  const name = item.title || t(`reports.kind.${item.kind}`);
  const params = { id };
  const { version } = item;
  const ended = async (isDecided: boolean, text: string) => {
    // Decided or changed by somebody else: what is shown is read again.
    if (isDecided) {
      toast(text, { tone: 'ok' });
      onDecided();
    } else void query.refetch();
    await client.invalidateQueries({ queryKey: ['GET /admin/reviews'] });
    await client.invalidateQueries({ queryKey: ['GET /admin/overview'] });
  };
  const onApprove = async () => {
    reject.reset();
    await ended((await approve.run({ params, body: { version } })) !== undefined, t('reviews.approved', { name }));
  };
  const onReject = async () => {
    if (note.trim() === '') {
      setMissing(true);
      return;
    }
    approve.reset();
    await ended((await reject.run({ params, body: { version, note } })) !== undefined, t('reviews.rejected', { name }));
  };
  return (
    <Pane
      label={name}
      onBack={onBack}
      foot={
        <Decision approve={approve} reject={reject} onApprove={onApprove} onReject={onReject}>
          <TextField
            label={t('reviews.note')}
            value={note}
            maxLength={500}
            error={missing ? t('errors.REASON_REQUIRED') : reject.error?.fields['note']}
            onChange={(event) => {
              setMissing(false);
              setNote(event.currentTarget.value);
            }}
          />
        </Decision>
      }
    >
      <PaneHead
        title={name}
        line={`${t(`reports.kind.${item.kind}`)} · ${item.performer.name} · ${format.date(item.requestedAt, 'dayTime')}`}
        place={place}
      />
      {item.rejectionNote ? (
        <p className={styles.reason}>
          <b>{t('reviews.rejectedBefore')}</b> {item.rejectionNote}
        </p>
      ) : null}
      <Files item={item} />
      {item.text ? <p className={own.words}>{item.text}</p> : null}
      {item.furtherWords.length > 0 ? (
        <ul className={classes(own.further, type.small)}>
          {item.furtherWords.map((words, index) => (
            <li key={`${index} ${words}`}>{words}</li>
          ))}
        </ul>
      ) : null}
      {item.tags.length > 0 ? (
        <div className={own.tags}>
          {item.tags.map((tag) => (
            <Chip key={tag}>{`#${tag}`}</Chip>
          ))}
        </div>
      ) : null}
      <div className={styles.facts}>
        <FactLine label={t('model.audience')}>
          <span className={own.terms}>
            {t(`model.audience.${item.audience}`)}
            {item.price === null ? null : <PriceTag tokens={item.price} />}
          </span>
        </FactLine>
        {item.wasPublished ? <FactLine label={t('content.state')}>{t('reviews.changedText')}</FactLine> : null}
        {item.scheduledAt ? <FactLine label={t('model.state.scheduled')}>{format.date(item.scheduledAt, 'dayTime')}</FactLine> : null}
      </div>
    </Pane>
  );
};

/** Its pictures, its films, and what buyers download. */
const Files = ({ item }: { item: ReviewedItem }) => {
  const t = useText();
  const [opened, setOpened] = useState<number | null>(null);
  const films = item.files.flatMap(({ _id, video }) => (video ? [{ _id, video }] : []));
  const pictures = item.files.flatMap(({ _id, role, kind, picture }) => (picture && kind === 'image' ? [{ _id, role, picture }] : []));
  const downloads = item.files.flatMap(({ _id, name, download }) => (download ? [{ _id, name, download }] : []));
  const alt = (index: number) => t('feed.picture', { index: index + 1, name: item.performer.name });
  if (item.files.length === 0) return null;
  return (
    <div className={own.stack}>
      {films.map(({ _id, video }) => (
        <VideoPlayer
          key={_id}
          title={item.title || item.performer.name}
          hls={video.hls}
          mp4={video.mp4}
          previews={video.previews}
          captions={video.captions}
          poster={video.poster ? sourceFor(video.poster, 640) : undefined}
          ratio={video.width && video.height && video.height <= video.width ? `${video.width} / ${video.height}` : '1'}
          durationSeconds={video.durationSeconds}
        />
      ))}
      {pictures.length > 0 ? (
        <div className={own.pictures}>
          {pictures.map(({ _id, role, picture }, index) => (
            <button key={`${role} ${_id}`} type="button" className={own.picture} aria-label={alt(index)} onClick={() => setOpened(index)}>
              <img src={sourceFor(picture, pictures.length === 1 ? 640 : 320)} alt="" loading="lazy" />
              {role === 'thumbnail' ? (
                <Chip tone="glass" size="sm" className={own.role}>
                  {t('reviews.thumbnail')}
                </Chip>
              ) : null}
            </button>
          ))}
        </div>
      ) : null}
      {downloads.map(({ _id, name, download }) => (
        <Button key={_id} kind="lift" size="sm" href={download} download icon={<IconDownload size={20} stroke={1.75} />}>
          {name || t('reviews.download')}
        </Button>
      ))}
      <Lightbox
        index={opened}
        onClose={() => setOpened(null)}
        slides={pictures.map(({ picture }, index) => ({
          src: sourceFor(picture, 1600) ?? '',
          alt: alt(index),
          width: picture.width,
          height: picture.height,
        }))}
      />
    </div>
  );
};
