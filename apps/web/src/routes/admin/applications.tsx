import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import styles from '../../features/admin/admin.module.css';
import { ApplicationReview } from '../../features/admin/ApplicationReview.tsx';
import { ListAndPane } from '../../features/admin/ListAndPane.tsx';
import { QueueStates } from '../../features/admin/ListFilters.tsx';
import { ParticipantQueue } from '../../features/admin/ParticipantQueue.tsx';
import { PersonCell } from '../../features/admin/PersonCell.tsx';
import { REVIEW_STATE_TEXT, REVIEW_STATES, useReviewState } from '../../features/admin/review-state.ts';
import { type ApplicationRow, QUEUE_LENGTH, useApplications } from '../../features/admin/use-applications.ts';
import { Chip } from '../../ui/Chip.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { useLocale, useText } from '../../ui/text.ts';

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
  return isParticipants ? <ParticipantQueue tabs={tabs} /> : <PerformerQueue tabs={tabs} />;
};

/** Performers who applied: the list, and the one being looked at beside it. */
const PerformerQueue = ({ tabs }: { tabs: ReactNode }) => {
  const say = useText();
  const locale = useLocale();
  const state = useReviewState();
  const applications = useApplications(state);
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  const columns: readonly Column<ApplicationRow>[] = [
    { key: 'name', narrow: 'main', title: say('admin.applicant'), cell: (row) => <PersonCell person={row} /> },
    { key: 'country', title: say('admin.country'), cell: (row) => names.of(row.country) ?? row.country },
    { key: 'checks', narrow: 'end', title: say('admin.checksColumn'), cell: (row) => <CheckChip row={row} /> },
    {
      key: 'since',
      title: say(state === 'pending' ? 'admin.applied' : 'admin.decided'),
      number: true,
      cell: (row) => <TimeAgo instant={state === 'pending' ? row.appliedAt : (row.decidedAt ?? row.appliedAt)} />,
    },
  ];
  return (
    <ListAndPane
      title={say('admin.applications')}
      head={
        <QueueStates
          states={REVIEW_STATES}
          state={state}
          text={(choice) => say(REVIEW_STATE_TEXT[choice])}
          counts={applications.data?.counts}
        />
      }
      tools={tabs}
      list={applications}
      limit={QUEUE_LENGTH}
      columns={columns}
      empty={{ title: say(state === 'pending' ? 'admin.emptyWaiting' : 'admin.emptyOther'), text: say('admin.emptyWaitingText') }}
      choose={{ title: say('admin.choose'), text: say('admin.chooseText') }}
      pane={(chosen) => <ApplicationReview key={chosen.id} {...chosen} />}
    />
  );
};

export default Applications;
