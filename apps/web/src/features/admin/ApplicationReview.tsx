import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Pending } from '../../app/Pending.tsx';
import { useAction, useData } from '../../app/data.ts';
import { FilterChip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { TextField } from '../../ui/Field.tsx';
import { useFormat } from '../../ui/format.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { type TextKey, useLocale, useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import styles from './admin.module.css';
import type { Chosen } from './ListAndPane.tsx';
import { Pane, PaneHead } from './Pane.tsx';
import { Decision, ReviewedDocument, ReviewedFact } from './Review.tsx';
import type { ApplicationDetail, ApplicationRow } from './use-applications.ts';

const REASONS = ['unreadable', 'expired', 'nameDiffers', 'underage', 'other'] as const;
type Reason = (typeof REASONS)[number];

type ReviewProps = Omit<Chosen<ApplicationRow>, 'row'>;

/** One application: the documents, what is known, and the decision, by one key each. */
export const ApplicationReview = ({ id, onDecided, onBack, ...place }: ReviewProps) => {
  const say = useText();
  const format = useFormat();
  const locale = useLocale();
  const client = useQueryClient();
  const asked = useData('GET /admin/applications/{id}', { params: { id } });
  const application = asked.data;
  const approve = useAction('POST /admin/applications/{id}/approve');
  const reject = useAction('POST /admin/applications/{id}/reject');
  const [reasons, setReasons] = useState<readonly Reason[]>([]);
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState(false);

  const decided = async (text: string) => {
    toast(text, { tone: 'ok' });
    await client.invalidateQueries({ queryKey: ['GET /admin/applications'] });
    await client.invalidateQueries({ queryKey: ['GET /admin/applications/{id}', { params: { id } }] });
    onDecided();
  };
  const onApprove = async () => {
    if (application && (await approve.run({ params: { id } }))) await decided(say('admin.approvedToast', { name: application.name }));
  };
  const onReject = async () => {
    if (reasons.length === 0) {
      setMissing(true);
      return;
    }
    if (application && (await reject.run({ params: { id }, body: { reasons: [...reasons], note } })))
      await decided(say('admin.rejectedToast', { name: application.name }));
  };

  if (!application) {
    return (
      <Pane label={say('admin.applications')} onBack={onBack}>
        <Pending of={asked}>
          <RowsSkeleton rows={5} />
        </Pending>
      </Pane>
    );
  }
  const country = new Intl.DisplayNames([locale], { type: 'region' }).of(application.country) ?? application.country;
  return (
    <Pane
      label={application.name}
      onBack={onBack}
      foot={
        application.state === 'pending' ? (
          <Decision approve={approve} reject={reject} onApprove={onApprove} onReject={onReject}>
            <span className={type.label}>{say('admin.reasonHead')}</span>
            <div className={styles.filters}>
              {REASONS.map((reason) => (
                <FilterChip
                  key={reason}
                  on={reasons.includes(reason)}
                  onClick={() => {
                    setMissing(false);
                    setReasons(reasons.includes(reason) ? reasons.filter((other) => other !== reason) : [...reasons, reason]);
                  }}
                >
                  {say(`admin.reason.${reason}`)}
                </FilterChip>
              ))}
            </div>
            {reasons.includes('other') ? (
              <TextField label={say('admin.note')} value={note} maxLength={500} onChange={(event) => setNote(event.currentTarget.value)} />
            ) : null}
            {missing ? (
              <p className={classes(type.small, styles.bad)} role="alert">
                {say('admin.pickReason')}
              </p>
            ) : null}
          </Decision>
        ) : null
      }
    >
      <PaneHead
        avatar={application.avatar}
        title={application.name}
        line={say('admin.appliedOn', { date: format.date(application.appliedAt, 'dayTime'), country })}
        place={place}
      />
      {application.state === 'rejected' ? <Refusal application={application} /> : null}
      <div className={styles.documents}>
        {application.documentList.map((document) => (
          <DocumentView key={document._id} document={document} />
        ))}
      </div>
      <p className={classes(type.tiny, type.faint)}>{say('admin.showNote')}</p>
      <Facts application={application} />
      <History application={application} />
    </Pane>
  );
};

/** Why it was refused, as the performer reads it. */
const Refusal = ({ application }: { application: ApplicationDetail }) => {
  const say = useText();
  const { list } = useFormat();
  const reasons = application.rejectionReasons.map((reason) => say(`admin.reason.${reason as Reason}`));
  return (
    <p className={styles.reason}>
      <b>{say('admin.refusedFor', { reasons: list(reasons) })}</b> {application.rejectionNote}
    </p>
  );
};

const DocumentView = ({ document }: { document: ApplicationDetail['documentList'][number] }) => {
  const say = useText();
  const format = useFormat();
  const [asked, setAsked] = useState(false);
  const { data } = useData('GET /admin/documents/{id}', { params: { id: document._id } }, { enabled: asked });
  return (
    <ReviewedDocument
      name={say(`admin.${document.kind}`)}
      aside={format.date(document.createdAt)}
      file={data}
      asked={asked}
      onAsk={() => setAsked(true)}
    />
  );
};

const Facts = ({ application }: { application: ApplicationDetail }) => {
  const say = useText();
  const format = useFormat();
  const adult = application.age >= 18;
  const facts: readonly { text: string; ok: boolean; aside?: string }[] = [
    {
      text: say('admin.born', { date: format.date(`${application.dateOfBirth}T12:00:00Z`, 'dayYear', 'UTC'), age: application.age }),
      ok: adult,
      aside: say('admin.adult'),
    },
    { text: say('admin.legalName', { name: `${application.firstName} ${application.lastName}` }), ok: true },
    { text: application.emailVerified ? say('admin.mailConfirmed') : say('admin.emailOpen'), ok: application.emailVerified },
    { text: application.documents >= 2 ? say('admin.bothDocuments') : say('admin.documentsOpen'), ok: application.documents >= 2 },
  ];
  return (
    <ul className={styles.facts}>
      {facts.map(({ text, ok, aside }) => (
        <ReviewedFact key={text} ok={ok} {...(aside ? { aside } : {})}>
          {text}
        </ReviewedFact>
      ))}
    </ul>
  );
};

type Entry = ApplicationDetail['history'][number];

/** What one person did again and again is one line, with the last time; newest first, as it came. */
const grouped = (history: readonly Entry[]): (Entry & { times: number })[] => {
  const groups = new Map<string, Entry & { times: number }>();
  for (const entry of history) {
    const key = entry.action === 'documents.viewed' ? `${entry.action} ${entry.by}` : `${entry.action} ${entry.at}`;
    const known = groups.get(key);
    if (known) known.times += 1;
    else groups.set(key, { ...entry, times: 1 });
  }
  return [...groups.values()];
};

const History = ({ application }: { application: ApplicationDetail }) => {
  const say = useText();
  const format = useFormat();
  if (application.history.length === 0) return null;
  return (
    <div className={styles.history}>
      <h3 className={type.label}>{say('admin.history')}</h3>
      {grouped(application.history).map((entry) => (
        <div key={`${entry.at} ${entry.action}`} className={classes(styles.past, type.small)}>
          <span>
            {say(`admin.action.${entry.action}` as TextKey, { name: entry.by ?? say('admin.system') })}
            {entry.times > 1 ? <span className={type.faint}> · {say('admin.times', { count: entry.times })}</span> : null}
          </span>
          <span className={type.faint}>{format.date(entry.at, 'dayTime')}</span>
        </div>
      ))}
    </div>
  );
};
