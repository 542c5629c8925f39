import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import styles from '../../ui/admin/list-and-pane.module.css';
import { useSentOnLeave } from '../../features/admin/frame/delayed-decision.ts';
import { ApplicationReview } from '../../features/admin/reviews/ApplicationReview.tsx';
import { ListAndPane } from '../../features/admin/list/ListAndPane.tsx';
import { QueueStates } from '../../features/admin/list/ListFilters.tsx';
import { ParticipantQueue } from '../../features/admin/reviews/ParticipantQueue.tsx';
import { PersonCell } from '../../features/admin/frame/PersonCell.tsx';
import { REVIEW_STATE_TEXT, REVIEW_STATES, useReviewState } from '../../features/admin/reviews/review-state.ts';
import { type ApplicationRow, QUEUE_LENGTH, useApplications } from '../../features/admin/reviews/use-applications.ts';
import { Chip } from '../../ui/Chip.tsx';
import type { Column } from '../../ui/table/column.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { useLocale, useText } from '../../ui/text.ts';

const CheckChip = ({ row }: { row: ApplicationRow }) => {
  const t = useText();
  if (row.documents < 2) return <Chip tone="bad">{t('admin.documentsOpen')}</Chip>;
  if (!row.emailVerified) return <Chip tone="warn">{t('admin.emailOpen')}</Chip>;
  return <Chip tone="ok">{t('admin.complete')}</Chip>;
};

/** Review queues: performers' applications, and co-performers. */
const Applications = () => {
  const t = useText();
  const [search] = useSearchParams();
  const isParticipants = search.get('queue') === 'participants';
  const tabs = (
    <div className={styles.queues}>
      <Tabs
        size="sm"
        label={t('profiles.reviewKinds')}
        tabs={[
          { to: '/admin/applications', text: t('profiles.performersQueue'), on: !isParticipants },
          { to: '/admin/applications?queue=participants', text: t('profiles.reviews'), on: isParticipants },
        ]}
      />
    </div>
  );
  return isParticipants ? <ParticipantQueue tabs={tabs} /> : <PerformerQueue tabs={tabs} />;
};

/** Performers' applications: the list, with the selected one beside it. */
const PerformerQueue = ({ tabs }: { tabs: ReactNode }) => {
  const t = useText();
  const locale = useLocale();
  const state = useReviewState();
  const applications = useApplications(state);
  useSentOnLeave();
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  const columns: readonly Column<ApplicationRow>[] = [
    { key: 'name', narrow: 'main', title: t('admin.applicant'), cell: (row) => <PersonCell person={row} /> },
    { key: 'country', title: t('admin.country'), cell: (row) => names.of(row.country) ?? row.country },
    { key: 'checks', narrow: 'end', title: t('admin.checksColumn'), cell: (row) => <CheckChip row={row} /> },
    {
      key: 'since',
      title: t(state === 'pending' ? 'admin.applied' : 'admin.decided'),
      number: true,
      cell: (row) => <TimeAgo instant={state === 'pending' ? row.appliedAt : (row.decidedAt ?? row.appliedAt)} />,
    },
  ];
  return (
    <ListAndPane
      title={t('admin.applications')}
      head={
        <QueueStates
          states={REVIEW_STATES}
          state={state}
          text={(choice) => t(REVIEW_STATE_TEXT[choice])}
          counts={applications.data?.counts}
        />
      }
      tools={tabs}
      list={applications}
      limit={QUEUE_LENGTH}
      columns={columns}
      empty={{ title: t(state === 'pending' ? 'admin.emptyWaiting' : 'admin.emptyOther'), text: t('admin.emptyWaitingText') }}
      pane={(chosen) => <ApplicationReview key={chosen.id} {...chosen} />}
    />
  );
};

export default Applications;
