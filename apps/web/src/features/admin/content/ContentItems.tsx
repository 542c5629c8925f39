import type { ReactNode } from 'react';
import { useListData } from '../../../app/data.ts';
import { useText } from '../../../ui/text.ts';
import { useFilter } from '../../lists/tools/filters.ts';
import { useListSearch } from '../../lists/use-list-search.ts';
import { useOrder } from '../../lists/use-order.ts';
import { ListAndPane } from '../list/ListAndPane.tsx';
import { CONTENT_FILTER } from './content-filter.ts';
import { ContentBulk } from './ContentBulk.tsx';
import { ContentTools } from './ContentTools.tsx';
import { ItemPane } from './ItemPane.tsx';
import { useContentColumns } from './use-content-columns.tsx';

/** Rows of a page. */
const LENGTH = 50;

/** Lists published items of all performers. */
export const ContentItems = ({ tabs }: { tabs: ReactNode }) => {
  const t = useText();
  const { offset } = useListSearch();
  const filter = useFilter(CONTENT_FILTER);
  const { order, sorting } = useOrder(['createdAt'], { sortBy: 'createdAt', sort: 'desc' });
  const items = useListData('GET /admin/content', { query: { limit: LENGTH, offset, ...filter, ...order } });
  const performer = items.data?.data.find(({ performer: { _id } }) => _id === filter.performerId)?.performer.name;
  return (
    <ListAndPane
      title={t('content.title')}
      tools={
        <>
          {tabs}
          <ContentTools performer={performer} />
        </>
      }
      list={items}
      limit={LENGTH}
      columns={useContentColumns()}
      empty={{ title: t('content.none'), text: t('content.noneText') }}
      whole={{
        list: 'content',
        filter,
        sorting,
        nameOf: ({ title, kind }) => title || t(`reports.kind.${kind}`),
        acts: (props) => <ContentBulk {...props} />,
      }}
      pane={({ row, onBack }) => (row ? <ItemPane key={`${row._id} ${row.state} ${row.place}`} item={row} onBack={onBack} /> : null)}
    />
  );
};
