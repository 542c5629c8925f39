import { COMPLAINT_STATES } from '@stagedoor/contract/orders.values';
import { useListData } from '../../app/data.ts';
import { ListAndPane } from '../../features/admin/list/ListAndPane.tsx';
import { QueueStates } from '../../features/admin/list/ListFilters.tsx';
import { QUEUE_LENGTH } from '../../features/admin/reviews/use-applications.ts';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { useComplaintColumns } from '../../features/admin/complaints/use-complaint-columns.tsx';
import { ComplaintPane } from '../../features/admin/complaints/ComplaintPane.tsx';
import { useText } from '../../ui/text.ts';

/** Buyers' complaints about what was sent to them: the list, with the selected one beside it. */
const Complaints = () => {
  const t = useText();
  const { get, offset } = useListSearch();
  const state = COMPLAINT_STATES.find((known) => known === get('state')) ?? 'open';
  const complaints = useListData('GET /admin/complaints', { query: { state, limit: QUEUE_LENGTH, offset } }, { refetchInterval: 30_000 });
  return (
    <ListAndPane
      title={t('complaints.title')}
      head={<QueueStates states={COMPLAINT_STATES} state={state} text={(choice) => t(`complaints.state.${choice}`)} counts={undefined} />}
      list={complaints}
      limit={QUEUE_LENGTH}
      columns={useComplaintColumns()}
      empty={{ title: t('complaints.none'), text: t('complaints.noneText') }}
      pane={({ row, onBack }) => (row ? <ComplaintPane key={row._id} orderLine={row} onBack={onBack} /> : null)}
    />
  );
};

export default Complaints;
