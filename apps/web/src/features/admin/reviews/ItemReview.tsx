import { isolated } from '@stagedoor/contract/visible-text.values';
import type { ReviewRow } from '@stagedoor/contract/catalog';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Pending } from '../../../app/Pending.tsx';
import { useData } from '../../../app/data.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import styles from '../../../ui/admin/list-and-pane.module.css';
import { AudienceFact } from '../content/AudienceFact.tsx';
import { decideLater, useWaitingDecision } from '../frame/delayed-decision.ts';
import type { Chosen } from '../list/ListAndPane.tsx';
import { FactLine, Pane, PaneHead } from '../list/Pane.tsx';
import { Decision, UndoDecision, useIsShown } from '../frame/Review.tsx';
import { ShownContents } from '../content/ShownContents.tsx';

type ReviewProps = Omit<Chosen<ReviewRow>, 'row'>;

/** One item in review: all it will show, and the decision, each with a keyboard shortcut. */
export const ItemReview = ({ id, onDecided, onBack, ...place }: ReviewProps) => {
  const t = useText();
  const format = useFormat();
  const client = useQueryClient();
  const query = useData('GET /admin/reviews/{id}', { params: { id } });
  const waitingId = useWaitingDecision();
  const isShown = useIsShown();
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
  const reload = async () => {
    await client.invalidateQueries({ queryKey: ['GET /admin/reviews'] });
    await client.invalidateQueries({ queryKey: ['GET /admin/overview'] });
  };
  const told = (text: string) => ({
    onSent: async () => {
      toast(text, { tone: 'ok' });
      if (isShown.current) onDecided();
      await reload();
    },
    // Decided or changed by somebody else: what is shown is read again.
    onRefused: () => {
      if (isShown.current) void query.refetch();
      void reload();
    },
  });
  const onApprove = () =>
    decideLater('POST /admin/reviews/{id}/approve', { params, body: { version } }, told(t('reviews.approved', { name })));
  const onReject = () => {
    if (note.trim() === '') {
      setMissing(true);
      return;
    }
    decideLater('POST /admin/reviews/{id}/reject', { params, body: { version, note } }, told(t('reviews.rejected', { name })));
  };
  return (
    <Pane
      label={name}
      onBack={onBack}
      foot={
        waitingId === id ? (
          <UndoDecision />
        ) : (
          <Decision onApprove={onApprove} onReject={onReject}>
            <TextField
              label={t('reviews.note')}
              value={note}
              maxLength={500}
              error={missing ? t('errors.REASON_REQUIRED') : undefined}
              onChange={(event) => {
                setMissing(false);
                setNote(event.currentTarget.value);
              }}
            />
          </Decision>
        )
      }
    >
      <PaneHead
        title={name}
        line={`${t(`reports.kind.${item.kind}`)} · ${isolated(item.performer.name)} · ${format.date(item.requestedAt, 'dayTime')}`}
        place={place}
      />
      {item.rejectionNote ? (
        <p className={styles.reason}>
          <b>{t('reviews.rejectedBefore')}</b> {item.rejectionNote}
        </p>
      ) : null}
      {item.copyFileId ? (
        <div className={styles.reason}>
          <p className={styles.spaced}>
            <b>{t('copies.looksLike')}.</b> {t('copies.approving')}
          </p>
          <Button kind="outline" size="sm" to={`/admin/content?queue=copies&id=${item.copyFileId}`}>
            {t('copies.compare')}
          </Button>
        </div>
      ) : null}
      <ShownContents query={query} contents={item} name={name} by={item.performer.name} />
      <div className={styles.facts}>
        <AudienceFact item={item} />
        {item.wasPublished ? <FactLine label={t('content.state')}>{t('reviews.changedText')}</FactLine> : null}
        {item.scheduledAt ? <FactLine label={t('model.state.scheduled')}>{format.date(item.scheduledAt, 'dayTime')}</FactLine> : null}
      </div>
    </Pane>
  );
};
