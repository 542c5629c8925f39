import type { ReactNode } from 'react';
import type { Column } from '../../../ui/table/column.ts';
import { TimeAgo } from '../../../ui/TimeAgo.tsx';
import { useText } from '../../../ui/text.ts';
import { useSentOnLeave } from '../frame/delayed-decision.ts';
import { ListAndPane } from '../list/ListAndPane.tsx';
import { QueueStates } from '../list/ListFilters.tsx';
import { ParticipantReview } from './ParticipantReview.tsx';
import { PersonCell } from '../frame/PersonCell.tsx';
import { REVIEW_STATE_TEXT, REVIEW_STATES, useReviewState } from './review-state.ts';
import { QUEUE_LENGTH } from './use-applications.ts';
import { type ParticipantRow, useParticipants } from './use-participants.ts';

/** Co-performers: the list, with the selected one beside it. */
export const ParticipantQueue = ({ tabs }: { tabs: ReactNode }) => {
  const t = useText();
  const state = useReviewState();
  const queue = useParticipants(state);
  useSentOnLeave();
  const columns: readonly Column<ParticipantRow>[] = [
    {
      key: 'name',
      narrow: 'main',
      title: t('profiles.legalName'),
      cell: (row) => (
        <PersonCell person={{ name: row.legalName, avatar: row.performer.avatar }} line={t('profiles.of', { name: row.performer.name })} />
      ),
    },
    {
      key: 'since',
      narrow: 'end',
      title: t(state === 'pending' ? 'admin.applied' : 'admin.decided'),
      number: true,
      cell: (row) => <TimeAgo instant={state === 'pending' ? row.createdAt : (row.decidedAt ?? row.createdAt)} />,
    },
  ];
  return (
    <ListAndPane
      title={t('admin.applications')}
      caption={t('profiles.reviews')}
      head={
        <QueueStates states={REVIEW_STATES} state={state} text={(choice) => t(REVIEW_STATE_TEXT[choice])} counts={queue.data?.counts} />
      }
      tools={tabs}
      list={queue}
      limit={QUEUE_LENGTH}
      columns={columns}
      empty={{ title: t(state === 'pending' ? 'profiles.reviewNone' : 'profiles.reviewOther'), text: t('profiles.reviewNoneText') }}
      pane={({ row, ...chosen }) => (row ? <ParticipantReview key={row._id} participant={row} {...chosen} /> : null)}
    />
  );
};
