import { type ReactNode, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import styles from '../../features/admin/admin.module.css';
import { ApplicationReview } from '../../features/admin/ApplicationReview.tsx';
import { ParticipantQueue } from '../../features/admin/ParticipantQueue.tsx';
import { type ApplicationRow, type ApplicationState, useApplications } from '../../features/admin/use-applications.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Chip, FilterChip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { useLocale, useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

const STATES: readonly { state: ApplicationState; text: 'admin.waiting' | 'admin.approved' | 'admin.rejected' }[] = [
  { state: 'pending', text: 'admin.waiting' },
  { state: 'approved', text: 'admin.approved' },
  { state: 'rejected', text: 'admin.rejected' },
];

const CheckChip = ({ row }: { row: ApplicationRow }) => {
  const say = useText();
  if (row.documents < 2) return <Chip tone="bad">{say('admin.documentsOpen')}</Chip>;
  if (!row.emailVerified) return <Chip tone="warn">{say('admin.emailOpen')}</Chip>;
  return <Chip tone="ok">{say('admin.complete')}</Chip>;
};

/** What is looked at before it may be published: performers' applications, and those who are seen with them. */
const Applications = () => {
  const say = useText();
  const [search] = useSearchParams();
  const isParticipants = search.get('queue') === 'participants';
  const tabs = (
    <div className={styles.queues}>
      <Tabs
        size="sm"
        label={say('profiles.reviewKinds')}
        tabs={[
          { to: '/admin/applications', text: say('profiles.performersQueue'), on: !isParticipants },
          { to: '/admin/applications?queue=participants', text: say('profiles.reviews'), on: isParticipants },
        ]}
      />
    </div>
  );
  if (!isParticipants) return <PerformerQueue tabs={tabs} />;
  return (
    <>
      <PageTitle title={say('profiles.reviews')} />
      <ParticipantQueue tabs={tabs} />
    </>
  );
};

/** Performers who applied: the list, and the one being looked at beside it. */
const PerformerQueue = ({ tabs }: { tabs: ReactNode }) => {
  const say = useText();
  const locale = useLocale();
  const [search, setSearch] = useSearchParams();
  const state = (STATES.find((entry) => entry.state === search.get('state'))?.state ?? 'pending') as ApplicationState;
  const applications = useApplications(state);
  const list = applications.data;
  const rows = list?.data ?? [];
  const id = search.get('id');
  const index = rows.findIndex((row) => row._id === id);
  const choose = (next: string | null) =>
    setSearch({ ...(state === 'pending' ? {} : { state }), ...(next ? { id: next } : {}) }, { replace: true, preventScrollReset: true });

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement || rows.length === 0) return;
      event.preventDefault();
      const next = event.key === 'ArrowDown' ? Math.min(rows.length - 1, index + 1) : Math.max(0, index - 1);
      choose(rows[next]?._id ?? null);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });

  const names = new Intl.DisplayNames([locale], { type: 'region' });
  const columns: readonly Column<ApplicationRow>[] = [
    {
      key: 'name',
      narrow: 'main',
      title: say('admin.applicant'),
      cell: (row) => (
        <span className={styles.person}>
          <Avatar src={row.avatar} size={36} />
          <span className={styles.personWords}>
            <span className={type.strong}>{row.name}</span>
            <bdi className={classes(type.tiny, type.faint)}>@{row.username}</bdi>
          </span>
        </span>
      ),
    },
    { key: 'country', title: say('admin.country'), cell: (row) => names.of(row.country) ?? row.country },
    { key: 'checks', narrow: 'end', title: say('admin.checksColumn'), cell: (row) => <CheckChip row={row} /> },
    {
      key: 'since',
      title: say(state === 'pending' ? 'admin.applied' : 'admin.decided'),
      number: true,
      cell: (row) => <TimeAgo instant={state === 'pending' ? row.appliedAt : (row.decidedAt ?? row.appliedAt)} />,
    },
  ];
  const counts = {
    pending: list?.counts.pending,
    approved: list?.counts.approved,
    rejected: list?.counts.rejected,
    held: list?.counts.held,
  };
  return (
    <>
      <PageTitle title={say('admin.applications')} />
      {id ? <h1 className={classes(type.hidden, styles.phoneTitle)}>{say('admin.applications')}</h1> : null}
      <div className={classes(styles.split, id && styles.reviewing)}>
        <div className={styles.list}>
          <header className={styles.head}>
            <h1 className={classes(type.display, type.s46)}>{say('admin.applications')}</h1>
            <div className={styles.filters}>
              {STATES.map((entry) => (
                <FilterChip
                  key={entry.state}
                  on={entry.state === state}
                  onClick={() => setSearch(entry.state === 'pending' ? {} : { state: entry.state })}
                >
                  {say(entry.text)} {counts[entry.state] ?? ''}
                </FilterChip>
              ))}
            </div>
          </header>
          {tabs}
          {!list ? (
            <Pending of={applications}>
              <RowsSkeleton rows={6} size={36} />
            </Pending>
          ) : rows.length === 0 ? (
            <Empty title={say(state === 'pending' ? 'admin.emptyWaiting' : 'admin.emptyOther')} text={say('admin.emptyWaitingText')} />
          ) : (
            <DataTable
              caption={say('admin.applications')}
              columns={columns}
              rows={rows}
              rowKey={(row) => row._id}
              selected={id}
              onSelect={(row) => choose(row._id)}
            />
          )}
        </div>
        {id ? (
          <ApplicationReview
            key={id}
            id={id}
            index={Math.max(0, index)}
            count={index < 0 ? 0 : rows.length}
            onDecided={() => choose(rows[index + 1]?._id ?? rows[index - 1]?._id ?? null)}
            onBack={() => choose(null)}
          />
        ) : (
          <section className={classes(styles.pane, styles.paneEmpty)} aria-label={say('admin.choose')}>
            <Empty title={say('admin.choose')} text={say('admin.chooseText')} />
          </section>
        )}
      </div>
    </>
  );
};

export default Applications;
