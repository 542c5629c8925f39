import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useData } from '../../../app/data.ts';
import { classes } from '../../../ui/classes.ts';
import { TextField } from '../../../ui/Field.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import type from '../../../ui/type.module.css';
import styles from '../../../ui/admin/list-and-pane.module.css';
import { decideLater, useWaitingDecision } from '../frame/delayed-decision.ts';
import type { Chosen } from '../list/ListAndPane.tsx';
import { Pane, PaneHead } from '../list/Pane.tsx';
import { Decision, ReviewedDocument, ReviewedFact, UndoDecision, useIsShown, useWhenOpened } from '../frame/Review.tsx';
import type { ParticipantRow } from './use-participants.ts';

interface ReviewProps extends Omit<Chosen<ParticipantRow>, 'row'> {
  participant: ParticipantRow;
}

/** One co-performer: identity and release, the facts, and the decision, each with a keyboard shortcut. */
export const ParticipantReview = ({ participant, onDecided, onBack, ...place }: ReviewProps) => {
  const t = useText();
  const format = useFormat();
  const client = useQueryClient();
  const waitingId = useWaitingDecision();
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState(false);
  const isShown = useIsShown();
  const { _id: id, legalName: name } = participant;
  const params = { id };
  const reload = () => client.invalidateQueries({ queryKey: ['GET /admin/participants'] });
  const told = (text: string) => ({
    onSent: async () => {
      toast(text, { tone: 'ok' });
      if (isShown.current) onDecided();
      await reload();
    },
  });
  const isUnopened = participant.documents.some(({ isOpened }) => !isOpened);
  const onApprove = () => {
    if (isUnopened) return;
    decideLater('POST /admin/participants/{id}/approve', { params }, told(t('admin.approvedToast', { name })));
  };
  const onReject = () => {
    if (note.trim() === '') {
      setMissing(true);
      return;
    }
    decideLater('POST /admin/participants/{id}/reject', { params, body: { note } }, told(t('admin.rejectedToast', { name })));
  };
  return (
    <Pane
      label={participant.legalName}
      onBack={onBack}
      foot={
        waitingId === id ? (
          <UndoDecision />
        ) : participant.state === 'pending' ? (
          <Decision onApprove={onApprove} onReject={onReject} blocked={isUnopened ? t('errors.DOCUMENT_UNOPENED') : undefined}>
            <TextField
              label={t('profiles.refuseNote')}
              value={note}
              maxLength={500}
              error={missing ? t('profiles.noteNeeded') : undefined}
              onChange={(event) => {
                setMissing(false);
                setNote(event.currentTarget.value);
              }}
            />
          </Decision>
        ) : null
      }
    >
      <PaneHead
        avatar={participant.performer.avatar}
        title={participant.legalName}
        line={`${t('profiles.of', { name: participant.performer.name })} · ${t('profiles.registered', { date: format.date(participant.createdAt, 'dayTime') })}`}
        place={place}
      />
      <div className={styles.documents}>
        {participant.documents.map((document) => (
          <Document key={document.kind} id={id} document={document} onOpened={() => void reload()} />
        ))}
      </div>
      <p className={classes(type.tiny, type.faint)}>{t('admin.showNote')}</p>
      <ul className={styles.facts}>
        <ReviewedFact ok={participant.age >= 18}>
          {t('admin.born', { date: format.date(`${participant.dateOfBirth}T12:00:00Z`, 'dayYear', 'UTC'), age: participant.age })}
        </ReviewedFact>
        {participant.stageName ? <ReviewedFact ok>{`${t('profiles.stageName')}: ${participant.stageName}`}</ReviewedFact> : null}
        {participant.decidedAt ? (
          <ReviewedFact ok={participant.state === 'approved'}>
            {t('profiles.decidedOn', { date: format.date(participant.decidedAt, 'dayTime') })}
            {participant.rejectionNote ? `: ${participant.rejectionNote}` : ''}
          </ReviewedFact>
        ) : null}
      </ul>
    </Pane>
  );
};

interface DocumentProps {
  id: string;
  document: ParticipantRow['documents'][number];
  onOpened: () => void;
}

const Document = ({ id, document: { kind, isOpened }, onOpened }: DocumentProps) => {
  const t = useText();
  const [requested, setRequested] = useState(false);
  const { data } = useData('GET /admin/participants/{id}/documents/{type}', { params: { id, type: kind } }, { enabled: requested });
  useWhenOpened(data !== undefined && !isOpened, onOpened);
  return <ReviewedDocument name={t(`profiles.${kind}`)} file={data} requested={requested} onRequest={() => setRequested(true)} />;
};
