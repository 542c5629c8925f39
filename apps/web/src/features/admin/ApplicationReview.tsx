import { IconAlertCircleFilled, IconArrowLeft, IconCheck, IconCircleCheckFilled, IconFileText } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Pending } from '../../app/Pending.tsx';
import { useAction, useData } from '../../app/data.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { FilterChip, Keys } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { TextField } from '../../ui/Field.tsx';
import { useFormat } from '../../ui/format.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { type TextKey, useLocale, useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import { Problem } from '../auth/Problem.tsx';
import styles from './admin.module.css';
import type { ApplicationDetail } from './use-applications.ts';

const REASONS = ['unreadable', 'expired', 'nameDiffers', 'underage', 'other'] as const;
type Reason = (typeof REASONS)[number];

interface ReviewProps {
  id: string;
  index: number;
  count: number;
  /** After a decision: the next one. */
  onDecided: () => void;
  onBack: () => void;
}

/** One application: the documents, what is known, and the decision, by one key each. */
export const ApplicationReview = ({ id, index, count, onDecided, onBack }: ReviewProps) => {
  const say = useText();
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

  useEffect(() => {
    if (application?.state !== 'pending') return undefined;
    const press = (event: KeyboardEvent) => {
      const inField =
        event.target instanceof HTMLInputElement ||
        event.target instanceof HTMLTextAreaElement ||
        event.target instanceof HTMLSelectElement;
      if (inField || event.metaKey || event.ctrlKey || event.altKey) return;
      if (event.key === 'a' || event.key === 'A') void onApprove();
      if (event.key === 'r' || event.key === 'R') void onReject();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });

  if (!application) {
    return (
      <section className={styles.pane}>
        <div className={styles.paneBody}>
          <Pending of={asked}>
            <RowsSkeleton rows={5} />
          </Pending>
        </div>
      </section>
    );
  }
  return (
    <section className={styles.pane} aria-label={application.name}>
      <div className={styles.paneBody}>
        <Button className={styles.phoneBack} kind="text" icon={<IconArrowLeft size={20} stroke={1.75} />} onClick={onBack}>
          {say('admin.back')}
        </Button>
        <ReviewHead application={application} index={index} count={count} />
        <div className={styles.documents}>
          {application.documentList.map((document) => (
            <DocumentView key={document._id} document={document} />
          ))}
        </div>
        <p className={classes(type.tiny, type.faint)}>{say('admin.showNote')}</p>
        <Facts application={application} />
        <History application={application} />
      </div>
      {application.state === 'pending' ? (
        <div className={styles.decide}>
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

const ReviewHead = ({ application, index, count }: { application: ApplicationDetail; index: number; count: number }) => {
  const say = useText();
  const format = useFormat();
  const locale = useLocale();
  const country = new Intl.DisplayNames([locale], { type: 'region' }).of(application.country) ?? application.country;
  return (
    <header className={styles.person}>
      <Avatar src={application.avatar} size={60} />
      <div className={styles.personWords}>
        <h2 className={classes(type.display, type.s26)}>{application.name}</h2>
        <span className={classes(type.small, type.quiet)}>
          {say('admin.appliedOn', { date: format.date(application.appliedAt, 'dayTime'), country })}
        </span>
      </div>
      {count > 0 ? <span className={classes(type.small, type.faint)}>{say('admin.position', { index: index + 1, count })}</span> : null}
    </header>
  );
};

/** A document is fetched only when it is asked for, because each look is logged. */
const DocumentView = ({ document }: { document: ApplicationDetail['documentList'][number] }) => {
  const say = useText();
  const format = useFormat();
  const [asked, setAsked] = useState(false);
  const { data } = useData('GET /admin/documents/{id}', { params: { id: document._id } }, { enabled: asked });
  const name = say(`admin.${document.kind}`);
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
      <figcaption className={classes(type.tiny, type.quiet, type.flexBetween)}>
        <span>{name}</span>
        <span>{format.date(document.createdAt)}</span>
      </figcaption>
    </figure>
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
        <li key={text} className={classes(styles.fact, !ok && styles.open, type.small)}>
          {ok ? <IconCircleCheckFilled size={20} aria-hidden="true" /> : <IconAlertCircleFilled size={20} aria-hidden="true" />}
          <span>{text}</span>
          {aside ? (
            <span className={classes(type.tiny, type.faint)} style={{ marginInlineStart: 'auto' }}>
              {aside}
            </span>
          ) : null}
        </li>
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
