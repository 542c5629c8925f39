import { REJECTION_REASONS, type RejectionReason } from '@stagedoor/contract/reasons.values';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Pending } from '../../../app/Pending.tsx';
import { useData } from '../../../app/data.ts';
import { FilterChip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { TextField } from '../../../ui/Field.tsx';
import { useFormat } from '../../../ui/format.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { useLocale, useText, textKeyOf } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';
import type from '../../../ui/type.module.css';
import styles from '../../../ui/admin/list-and-pane.module.css';
import { decideLater, useWaitingDecision } from '../frame/delayed-decision.ts';
import type { Chosen } from '../list/ListAndPane.tsx';
import { Pane, PaneHead } from '../list/Pane.tsx';
import { Decision, ReviewedDocument, ReviewedFact, UndoDecision, useWhenOpened } from '../frame/Review.tsx';
import type { ApplicationDetail, ApplicationRow } from './use-applications.ts';

type ReviewProps = Omit<Chosen<ApplicationRow>, 'row'>;

/** One application: the documents, the facts, and the decision, each with a keyboard shortcut. */
export const ApplicationReview = ({ id, onBack, ...place }: ReviewProps) => {
  const t = useText();
  const format = useFormat();
  const locale = useLocale();
  const client = useQueryClient();
  const query = useData('GET /admin/applications/{id}', { params: { id } });
  const application = query.data;
  const waitingId = useWaitingDecision();
  const [reasons, setReasons] = useState<readonly RejectionReason[]>([]);
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState(false);

  const params = { id };
  const told = (text: string) => ({
    onSent: async () => {
      toast(text, { tone: 'ok' });
      await client.invalidateQueries({ queryKey: ['GET /admin/applications'] });
      await client.invalidateQueries({ queryKey: ['GET /admin/applications/{id}', { params }] });
    },
  });
  const unopened = application?.documentList.filter(({ isOpened }) => !isOpened).length ?? 0;
  const onApprove = () => {
    if (!application || unopened > 0) return;
    decideLater('POST /admin/applications/{id}/approve', { params }, told(t('admin.approvedToast', { name: application.name })));
  };
  const onReject = () => {
    if (reasons.length === 0) {
      setMissing(true);
      return;
    }
    if (!application) return;
    const body = { reasons: [...reasons], note };
    decideLater('POST /admin/applications/{id}/reject', { params, body }, told(t('admin.rejectedToast', { name: application.name })));
  };

  if (!application) {
    return (
      <Pane label={t('admin.applications')} onBack={onBack}>
        <Pending of={query}>
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
        waitingId === id ? (
          <UndoDecision />
        ) : application.state === 'pending' ? (
          <Decision onApprove={onApprove} onReject={onReject} blocked={unopened > 0 ? t('errors.DOCUMENT_UNOPENED') : undefined}>
            <span className={type.label}>{t('admin.reasonHead')}</span>
            <div className={styles.filters}>
              {REJECTION_REASONS.map((reason) => (
                <FilterChip
                  key={reason}
                  on={reasons.includes(reason)}
                  onClick={() => {
                    setMissing(false);
                    setReasons(reasons.includes(reason) ? reasons.filter((other) => other !== reason) : [...reasons, reason]);
                  }}
                >
                  {t(`admin.reason.${reason}`)}
                </FilterChip>
              ))}
            </div>
            {reasons.includes('other') ? (
              <TextField label={t('admin.note')} value={note} maxLength={500} onChange={(event) => setNote(event.currentTarget.value)} />
            ) : null}
            {missing ? (
              <p className={classes(type.small, styles.bad)} role="alert">
                {t('admin.pickReason')}
              </p>
            ) : null}
          </Decision>
        ) : null
      }
    >
      <PaneHead
        avatar={application.avatar}
        title={application.name}
        line={t('admin.appliedOn', { date: format.date(application.appliedAt, 'dayTime'), country })}
        place={place}
      />
      {application.state === 'rejected' ? <Refusal application={application} /> : null}
      <div className={styles.documents}>
        {application.documentList.map((document) => (
          <DocumentView key={document._id} document={document} onOpened={() => void query.refetch()} />
        ))}
      </div>
      <p className={classes(type.tiny, type.faint)}>{t('admin.showNote')}</p>
      <Facts application={application} />
      <History application={application} />
    </Pane>
  );
};

/** The reason for the rejection, as the performer reads it. */
const Refusal = ({ application }: { application: ApplicationDetail }) => {
  const t = useText();
  const { list } = useFormat();
  const reasons = application.rejectionReasons.map((reason) => t(textKeyOf(`admin.reason.${reason}`)));
  return (
    <p className={styles.reason}>
      <b>{t('admin.refusedFor', { reasons: list(reasons) })}</b> {application.rejectionNote}
    </p>
  );
};

const DocumentView = ({ document, onOpened }: { document: ApplicationDetail['documentList'][number]; onOpened: () => void }) => {
  const t = useText();
  const format = useFormat();
  const [requested, setRequested] = useState(false);
  const { data } = useData('GET /admin/documents/{id}', { params: { id: document._id } }, { enabled: requested });
  const { isOpened } = document;
  useWhenOpened(data !== undefined && !isOpened, onOpened);
  return (
    <ReviewedDocument
      name={t(`admin.${document.kind}`)}
      aside={format.date(document.createdAt)}
      file={data}
      requested={requested}
      onRequest={() => setRequested(true)}
    />
  );
};

const Facts = ({ application }: { application: ApplicationDetail }) => {
  const t = useText();
  const format = useFormat();
  const adult = application.age >= 18;
  const facts: readonly { text: string; ok: boolean; aside?: string }[] = [
    {
      text: t('admin.born', { date: format.date(`${application.dateOfBirth}T12:00:00Z`, 'dayYear', 'UTC'), age: application.age }),
      ok: adult,
      aside: t('admin.adult'),
    },
    { text: t('admin.legalName', { name: `${application.firstName} ${application.lastName}` }), ok: true },
    { text: application.emailVerified ? t('admin.mailConfirmed') : t('admin.emailOpen'), ok: application.emailVerified },
    { text: application.documents >= 2 ? t('admin.bothDocuments') : t('admin.documentsOpen'), ok: application.documents >= 2 },
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

/** Repeated actions of one person are collapsed into one line with the last time; newest first. */
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
  const t = useText();
  const format = useFormat();
  if (application.history.length === 0) return null;
  return (
    <div className={styles.history}>
      <h3 className={type.label}>{t('admin.history')}</h3>
      {grouped(application.history).map((entry) => (
        <div key={`${entry.at} ${entry.action}`} className={classes(styles.past, type.small)}>
          <span>
            {t(textKeyOf(`admin.action.${entry.action}`), { name: entry.by ?? t('admin.system') })}
            {entry.times > 1 ? <span className={type.faint}> · {t('admin.times', { count: entry.times })}</span> : null}
          </span>
          <span className={type.faint}>{format.date(entry.at, 'dayTime')}</span>
        </div>
      ))}
    </div>
  );
};
