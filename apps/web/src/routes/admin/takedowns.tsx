import { useListData } from '../../app/data.ts';
import { ListAndPane } from '../../features/admin/list/ListAndPane.tsx';
import { QueueStates } from '../../features/admin/list/ListFilters.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { QUEUE_LENGTH } from '../../features/admin/reviews/use-applications.ts';
import { useNoticeColumns } from '../../features/admin/takedowns/use-notice-columns.tsx';
import { NoticePane } from '../../features/admin/takedowns/NoticePane.tsx';
import { useText } from '../../ui/text.ts';

const STATES = ['open', 'upheld', 'rejected'] as const;

/** Takedown notices: the list, with the selected one beside it. */
const Takedowns = () => {
  const t = useText();
  const { get, offset } = useListSearch();
  const state = STATES.find((known) => known === get('state')) ?? 'open';
  const notices = useListData('GET /admin/takedowns', { query: { state, limit: QUEUE_LENGTH, offset } }, { refetchInterval: 30_000 });
  return (
    <ListAndPane
      title={t('shell.takedowns')}
      head={<QueueStates states={STATES} state={state} text={(choice) => t(`takedowns.state.${choice}`)} counts={notices.data?.counts} />}
      list={notices}
      limit={QUEUE_LENGTH}
      columns={useNoticeColumns(state)}
      empty={{ title: t('takedowns.none'), text: t('takedowns.noneText') }}
      pane={({ row, onBack }) => (row ? <NoticePane key={row._id} notice={row} onBack={onBack} /> : null)}
    />
  );
};

export default Takedowns;
