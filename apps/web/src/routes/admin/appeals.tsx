import { useListData } from '../../app/data.ts';
import { AppealPane } from '../../features/admin/appeals/AppealPane.tsx';
import { useAppealColumns } from '../../features/admin/appeals/use-appeal-columns.tsx';
import { ListAndPane } from '../../features/admin/list/ListAndPane.tsx';
import { QueueStates } from '../../features/admin/list/ListFilters.tsx';
import { QUEUE_LENGTH } from '../../features/admin/reviews/use-applications.ts';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { useText } from '../../ui/text.ts';

const STATES = ['open', 'decided'] as const;

/** Appeals against measures and complaints about rejections: the list, with the selected one beside it. */
const Appeals = () => {
  const t = useText();
  const { get, offset } = useListSearch();
  const state = STATES.find((known) => known === get('state')) ?? 'open';
  const objections = useListData(
    'GET /admin/appeals',
    { query: { state, limit: QUEUE_LENGTH, offset, sortBy: 'queue' } },
    { refetchInterval: 30_000 },
  );
  return (
    <ListAndPane
      title={t('shell.appeals')}
      head={
        <QueueStates states={STATES} state={state} text={(choice) => t(`admin.appeals.state.${choice}`)} counts={objections.data?.counts} />
      }
      list={objections}
      limit={QUEUE_LENGTH}
      columns={useAppealColumns(state !== 'open')}
      empty={{ title: t('admin.appeals.none'), text: t('admin.appeals.noneText') }}
      pane={({ row, onBack }) => (row ? <AppealPane key={row._id} objection={row} onBack={onBack} /> : null)}
    />
  );
};

export default Appeals;
