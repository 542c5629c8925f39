import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import styles from '../../ui/admin/list-and-pane.module.css';
import { useSentOnLeave } from '../../features/admin/frame/delayed-decision.ts';
import { ApplicationReview } from '../../features/admin/reviews/ApplicationReview.tsx';
import { ListAndPane } from '../../features/admin/list/ListAndPane.tsx';
import { QueueStates } from '../../features/admin/list/ListFilters.tsx';
import { ParticipantQueue } from '../../features/admin/reviews/ParticipantQueue.tsx';
import { REVIEW_STATE_TEXT, REVIEW_STATES, useReviewState } from '../../features/admin/reviews/review-state.ts';
import { QUEUE_LENGTH, useApplications } from '../../features/admin/reviews/use-applications.ts';
import { useApplicationColumns } from '../../features/admin/reviews/use-application-columns.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useText } from '../../ui/text.ts';

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
  const state = useReviewState();
  const applications = useApplications(state);
  useSentOnLeave();
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
      columns={useApplicationColumns(state)}
      empty={{ title: t(state === 'pending' ? 'admin.emptyWaiting' : 'admin.emptyOther'), text: t('admin.emptyWaitingText') }}
      pane={(chosen) => <ApplicationReview key={chosen.id} {...chosen} />}
    />
  );
};

export default Applications;
