import { useListData } from '../../app/data.ts';
import { MADE_IN, oneOf, useFilter } from '../../features/lists/tools/filters.ts';
import { ListTools } from '../../features/lists/tools/ListTools.tsx';
import { useOrder } from '../../features/lists/use-order.ts';
import { ListAndPane } from '../../features/admin/list/ListAndPane.tsx';
import { QueueStates } from '../../features/admin/list/ListFilters.tsx';
import { ReportPane } from '../../features/admin/reports/ReportPane.tsx';
import { useReportColumns } from '../../features/admin/reports/use-report-columns.tsx';
import { QUEUE_LENGTH } from '../../features/admin/reviews/use-applications.ts';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { Button } from '../../ui/Button.tsx';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';

const STATES = ['open', 'upheld', 'rejected'] as const;
const FILTER = { state: oneOf(STATES), ...MADE_IN };

/** Reports by the time they are due: the list, with the selected one beside it. */
const Reports = () => {
  const t = useText();
  const format = useFormat();
  const { offset } = useListSearch();
  const chosen = useFilter(FILTER);
  const state = chosen.state ?? 'open';
  const filter = { ...chosen, state };
  const { order, sorting } = useOrder(['queue', 'createdAt'], { sortBy: 'queue', sort: 'asc' });
  const query = { limit: QUEUE_LENGTH, offset, ...filter, ...order };
  const reports = useListData('GET /admin/reports', { query }, { refetchInterval: 30_000 });
  return (
    <ListAndPane
      title={t('reports.queue')}
      head={
        <>
          <QueueStates states={STATES} state={state} text={(choice) => t(`reports.state.${choice}`)} counts={reports.data?.counts} />
          <Button kind="outline" size="sm" to="/admin/appeals">
            {t('shell.appeals')} {reports.data ? format.count(reports.data.objections) : ''}
          </Button>
        </>
      }
      tools={<ListTools narrowing={[]} />}
      list={reports}
      limit={QUEUE_LENGTH}
      columns={useReportColumns(state !== 'open')}
      empty={{ title: t('reports.none'), text: t('reports.noneText') }}
      whole={{ list: 'reports', filter, sorting, nameOf: ({ reference }) => reference }}
      pane={({ row, onBack }) => (row ? <ReportPane key={row._id} report={row} onBack={onBack} /> : null)}
    />
  );
};

export default Reports;
