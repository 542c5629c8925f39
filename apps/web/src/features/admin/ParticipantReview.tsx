import { IconAlertCircleFilled, IconArrowLeft, IconCheck, IconCircleCheckFilled, IconFileText } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useAction, useData } from '../../app/data.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Keys } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { TextField } from '../../ui/Field.tsx';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import { Problem } from '../auth/Problem.tsx';
import styles from './admin.module.css';
import type { ParticipantRow } from './use-participants.ts';

interface ReviewProps {
  participant: ParticipantRow;
  index: number;
  count: number;
  /** After a decision: the next one. */
  onDecided: () => void;
  onBack: () => void;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

/** One co-performer: identity and release, what is known, and the decision, by one key each. */
export const ParticipantReview = ({ participant, index, count, onDecided, onBack }: ReviewProps) => {
  const say = useText();
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
    if (await approve.run({ params })) await decided(say('admin.approvedToast', { name: participant.legalName }));
  };
  const onReject = async () => {
    if (note.trim() === '') {
      setMissing(true);
      return;
    }
    if (await reject.run({ params, body: { note } })) await decided(say('admin.rejectedToast', { name: participant.legalName }));
  };
  useEffect(() => {
    if (participant.state !== 'pending') return undefined;
    const press = (event: KeyboardEvent) => {
      if (isTyping(event.target) || event.metaKey || event.ctrlKey || event.altKey) return;
      if (event.key === 'a' || event.key === 'A') void onApprove();
      if (event.key === 'r' || event.key === 'R') void onReject();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
  const adult = participant.age >= 18;
  return (
    <section className={styles.pane} aria-label={participant.legalName}>
      <div className={styles.paneBody}>
        <Button className={styles.phoneBack} kind="text" icon={<IconArrowLeft size={20} stroke={1.75} />} onClick={onBack}>
          {say('admin.back')}
        </Button>
        <header className={styles.person}>
          <Avatar src={participant.performer.avatar} size={60} />
          <div className={styles.personWords}>
            <h2 className={classes(type.display, type.s26)}>{participant.legalName}</h2>
            <span className={classes(type.small, type.quiet)}>
              {say('profiles.of', { name: participant.performer.name })} ·{' '}
              {say('profiles.registered', { date: format.date(participant.createdAt, 'dayTime') })}
            </span>
          </div>
          {count > 0 ? <span className={classes(type.small, type.faint)}>{say('admin.position', { index: index + 1, count })}</span> : null}
        </header>
        <div className={styles.documents}>
          {participant.documents.map((document) => (
            <Document key={document.kind} id={participant._id} kind={document.kind} />
          ))}
        </div>
        <p className={classes(type.tiny, type.faint)}>{say('admin.showNote')}</p>
        <ul className={styles.facts}>
          <Fact ok={adult}>
            {say('admin.born', { date: format.date(`${participant.dateOfBirth}T12:00:00Z`, 'dayYear', 'UTC'), age: participant.age })}
          </Fact>
          {participant.stageName ? <Fact ok>{`${say('profiles.stageName')}: ${participant.stageName}`}</Fact> : null}
          {participant.decidedAt ? (
            <Fact ok={participant.state === 'approved'}>
              {say('profiles.decidedOn', { date: format.date(participant.decidedAt, 'dayTime') })}
              {participant.rejectionNote ? `: ${participant.rejectionNote}` : ''}
            </Fact>
          ) : null}
        </ul>
      </div>
      {participant.state === 'pending' ? (
        <div className={styles.decide}>
          <TextField
            label={say('profiles.refuseNote')}
            value={note}
            maxLength={500}
            error={missing ? say('profiles.noteNeeded') : undefined}
            onChange={(event) => {
              setMissing(false);
              setNote(event.currentTarget.value);
            }}
          />
          <Problem error={approve.error ?? reject.error} fields={[]} />
          <div className={styles.act}>
            <Button
              kind="gold"
              grow
              icon={<IconCheck size={20} stroke={1.75} />}
              busy={approve.busy}
              onClick={() => void onApprove()}
              iconEnd={<Keys>A</Keys>}
            >
              {say('admin.approve')}
            </Button>
            <Button kind="bad" busy={reject.busy} onClick={() => void onReject()} iconEnd={<Keys>R</Keys>}>
              {say('admin.refuse')}
            </Button>
          </div>
        </div>
      ) : null}
    </section>
  );
};

const Fact = ({ ok, children }: { ok: boolean; children: ReactNode }) => (
  <li className={classes(styles.fact, !ok && styles.open, type.small)}>
    {ok ? <IconCircleCheckFilled size={20} aria-hidden="true" /> : <IconAlertCircleFilled size={20} aria-hidden="true" />}
    <span>{children}</span>
  </li>
);

/** A document is fetched only when it is asked for, because each look is logged. */
const Document = ({ id, kind }: { id: string; kind: 'identity' | 'release' }) => {
  const say = useText();
  const [asked, setAsked] = useState(false);
  const { data } = useData('GET /admin/participants/{id}/documents/{type}', { params: { id, type: kind } }, { enabled: asked });
  const name = say(`profiles.${kind}`);
  return (
    <figure className={styles.document}>
      <div className={styles.paper}>
        {data?.contentType.startsWith('image/') ? (
          <a href={data.url} target="_blank" rel="noreferrer" aria-label={say('admin.openDocument', { name })}>
            <img src={data.url} alt={name} />
          </a>
        ) : data ? (
          <Button kind="text" size="sm" href={data.url} icon={<IconFileText size={20} stroke={1.75} />}>
            PDF
          </Button>
        ) : (
          <Button kind="lift" size="sm" busy={asked} onClick={() => setAsked(true)} aria-label={`${say('admin.showDocument')}: ${name}`}>
            {say('admin.showDocument')}
          </Button>
        )}
      </div>
      <figcaption className={classes(type.tiny, type.quiet)}>{name}</figcaption>
    </figure>
  );
};
