import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction, useData } from '../../app/data.ts';
import { classes } from '../../ui/classes.ts';
import { TextField } from '../../ui/Field.tsx';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import styles from '../../ui/admin/list-and-pane.module.css';
import type { Chosen } from './ListAndPane.tsx';
import { Pane, PaneHead } from './Pane.tsx';
import { Decision, ReviewedDocument, ReviewedFact } from './Review.tsx';
import type { ParticipantRow } from './use-participants.ts';

interface ReviewProps extends Omit<Chosen<ParticipantRow>, 'row'> {
  participant: ParticipantRow;
}

/** One co-performer: identity and release, the facts, and the decision, each with a keyboard shortcut. */
export const ParticipantReview = ({ participant, onDecided, onBack, ...place }: ReviewProps) => {
  const t = useText();
  const format = useFormat();
  const client = useQueryClient();
  const approve = useAction('POST /admin/participants/{id}/approve');
  const reject = useAction('POST /admin/participants/{id}/reject');
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState(false);
  const params = { id: participant._id };
  const decided = async (text: string) => {
    toast(text, { tone: 'ok' });
    await client.invalidateQueries({ queryKey: ['GET /admin/participants'] });
    onDecided();
  };
  const onApprove = async () => {
    if (await approve.run({ params })) await decided(t('admin.approvedToast', { name: participant.legalName }));
  };
  const onReject = async () => {
    if (note.trim() === '') {
      setMissing(true);
      return;
    }
    if (await reject.run({ params, body: { note } })) await decided(t('admin.rejectedToast', { name: participant.legalName }));
  };
  return (
    <Pane
      label={participant.legalName}
      onBack={onBack}
      foot={
        participant.state === 'pending' ? (
          <Decision approve={approve} reject={reject} onApprove={onApprove} onReject={onReject}>
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
          <Document key={document.kind} id={participant._id} kind={document.kind} />
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

const Document = ({ id, kind }: { id: string; kind: 'identity' | 'release' }) => {
  const t = useText();
  const [requested, setRequested] = useState(false);
  const { data } = useData('GET /admin/participants/{id}/documents/{type}', { params: { id, type: kind } }, { enabled: requested });
  return <ReviewedDocument name={t(`profiles.${kind}`)} file={data} requested={requested} onRequest={() => setRequested(true)} />;
};
