import type { CopyRow } from '@stagedoor/contract/copies';
import type { ReportObject } from '@stagedoor/contract/reports.values';
import { isolated } from '@stagedoor/contract/visible-text.values';
import { IconCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { TextField } from '../../../ui/Field.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { Picture, sourceFor } from '../../../ui/Picture.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import type from '../../../ui/type.module.css';
import { VideoPlayer } from '../../../ui/VideoPlayer.tsx';
import styles from '../../../ui/admin/list-and-pane.module.css';
import { decideLater, useWaitingDecision } from '../frame/delayed-decision.ts';
import { ItemStateChip } from '../content/ItemStateChip.tsx';
import { UndoDecision, useIsShown } from '../frame/Review.tsx';
import type { Chosen } from '../list/ListAndPane.tsx';
import { FactLine, Pane, PaneHead } from '../list/Pane.tsx';
import own from './copies.module.css';

/** Bits of a perceptual hash: the distance of a match is how many differ. */
const HASH_BITS = 256;

type Compared = CopyRow['file'];
type Match = CopyRow['matches'][number];

/** Content outside of items that a file was uploaded for, by its purpose. */
const PLACES: Partial<Record<string, ReportObject>> = {
  avatar: 'avatar',
  cover: 'cover',
  welcomeVideo: 'welcomeVideo',
  comment: 'comment',
  message: 'message',
};

/** Names the content that a file was uploaded for: an item, a picture of a profile, a comment, a message or a show. */
export const useCopyPlace = () => {
  const t = useText();
  return (row: CopyRow): string => {
    const place = row.item?.kind ?? PLACES[row.purpose];
    return row.show ? t('copies.still') : place ? t(`reports.kind.${place}`) : t(`copies.file.${row.file.kind}`);
  };
};

/** Names a file by the title of what shows it, or as a picture or a film. */
export const useCopyName = () => {
  const t = useText();
  return (row: CopyRow): string => row.item?.title || (row.show ? t('copies.still') : t(`copies.file.${row.file.kind}`));
};

/** A picture or film of the comparison. */
const Side = ({ file, caption }: { file: Compared; caption: string }) => (
  <figure className={own.side}>
    {file.video ? (
      <VideoPlayer
        title={caption}
        hls={file.video.hls}
        mp4={file.video.mp4}
        previews={file.video.previews}
        captions={file.video.captions}
        poster={file.video.poster ? sourceFor(file.video.poster, 640) : undefined}
        ratio={
          file.video.width && file.video.height && file.video.height <= file.video.width
            ? `${file.video.width} / ${file.video.height}`
            : '1'
        }
        durationSeconds={file.video.durationSeconds}
      />
    ) : file.picture ? (
      <span className={own.picture}>
        <Picture picture={file.picture} alt={caption} sizes="(min-width: 820px) 320px, 50vw" />
      </span>
    ) : null}
    <figcaption className={classes(type.small, type.quiet)}>{caption}</figcaption>
  </figure>
);

/** A file beside what it looks like, and how much. */
export const MatchPair = ({ row, match }: { row: CopyRow; match: Match }) => {
  const t = useText();
  const format = useFormat();
  const takenDown = match.title ? `${t('copies.takenDown')}: ${isolated(match.title)}` : t('copies.takenDown');
  const time = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
  return (
    <section className={own.pair}>
      <div className={own.sides}>
        <Side file={row.file} caption={t(row.show ? 'copies.still' : 'copies.uploaded')} />
        {match.blocked ? (
          <Side file={match.blocked} caption={takenDown} />
        ) : (
          <p className={classes(own.outside, type.small, type.quiet)}>
            {match.objectKind === 'list' ? t('copies.outside', { name: match.title }) : t('copies.gone')}
          </p>
        )}
      </div>
      <div className={styles.facts}>
        <FactLine label={t('copies.likeness')}>
          {match.distance === 0
            ? t('copies.equal')
            : t('copies.alike', { share: format.percent(Math.round(100 - (100 * match.distance) / HASH_BITS)) })}
        </FactLine>
        {row.file.kind === 'video' ? (
          <FactLine label={t('copies.frames')}>
            {match.blockedAt === null
              ? match.frames
              : t('copies.at', { count: match.frames, at: time(match.at), blockedAt: time(match.blockedAt) })}
          </FactLine>
        ) : null}
        {match.reason ? <FactLine label={t('copies.reason')}>{match.reason}</FactLine> : null}
      </div>
    </section>
  );
};

/** The two decisions, and a reason for the one that is sent to the performer. */
const CopyDecision = ({ onDifferent, onCopy, children }: { onDifferent: () => void; onCopy: () => void; children: ReactNode }) => {
  const t = useText();
  return (
    <>
      {children}
      <p className={classes(type.tiny, type.quiet)}>{t('copies.explained')}</p>
      <div className={styles.act}>
        <Button kind="gold" grow icon={<IconCheck size={20} stroke={1.75} />} onClick={onDifferent}>
          {t('copies.different')}
        </Button>
        <Button kind="bad" onClick={onCopy}>
          {t('copies.copy')}
        </Button>
      </div>
    </>
  );
};

type ReviewProps = Omit<Chosen<CopyRow>, 'row'> & { row: CopyRow };

/** One file that looks like what was taken down, beside it, and the decision. */
export const CopyReview = ({ row, id, onDecided, onBack, ...place }: ReviewProps) => {
  const t = useText();
  const format = useFormat();
  const client = useQueryClient();
  const waitingId = useWaitingDecision();
  const isShown = useIsShown();
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState(false);
  const name = useCopyName()(row);
  const placeOf = useCopyPlace();
  const reload = async () => {
    for (const key of ['GET /admin/copies', 'GET /admin/reviews', 'GET /admin/overview'])
      await client.invalidateQueries({ queryKey: [key] });
  };
  const decide = (decision: 'different' | 'copy') =>
    decideLater(
      'POST /admin/copies/{id}/decide',
      { params: { id }, body: { decision, matchIds: row.matches.map(({ _id }) => _id), note } },
      {
        onSent: async () => {
          toast(t(decision === 'copy' ? 'copies.refused' : 'copies.cleared'), { tone: 'ok' });
          if (isShown.current) onDecided();
          await reload();
        },
        onRefused: () => void reload(),
      },
    );
  const onCopy = () => {
    if (note.trim() === '') setMissing(true);
    else decide('copy');
  };
  return (
    <Pane
      label={name}
      onBack={onBack}
      foot={
        waitingId === id ? (
          <UndoDecision />
        ) : (
          <CopyDecision onDifferent={() => decide('different')} onCopy={onCopy}>
            <TextField
              label={t('copies.note')}
              value={note}
              maxLength={500}
              error={missing ? t('errors.REASON_REQUIRED') : undefined}
              onChange={(event) => {
                setMissing(false);
                setNote(event.currentTarget.value);
              }}
            />
          </CopyDecision>
        )
      }
    >
      <PaneHead
        title={name}
        line={`${isolated(row.owner?.name ?? t('copies.nobody'))} · ${format.date(row.createdAt, 'dayTime')}`}
        place={place}
      />
      {row.matches.map((match) => (
        <MatchPair key={match._id} row={row} match={match} />
      ))}
      <div className={styles.facts}>
        <FactLine label={t('copies.used')}>
          {row.item ? (
            <>
              {t(`reports.kind.${row.item.kind}`)} <ItemStateChip state={row.item.state} />
            </>
          ) : row.show ? (
            row.show.title || t('copies.still')
          ) : PLACES[row.purpose] ? (
            placeOf(row)
          ) : (
            t('copies.unused')
          )}
        </FactLine>
      </div>
      {row.show ? <p className={classes(type.small, type.quiet)}>{t('copies.stillExplained')}</p> : null}
      {row.show?.isOpen ? (
        <Button kind="lift" size="sm" to="/admin/live">
          {t('copies.toWall')}
        </Button>
      ) : null}
    </Pane>
  );
};
