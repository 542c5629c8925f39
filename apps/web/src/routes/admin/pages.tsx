import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { useListData } from '../../app/data.ts';
import { ListPage } from '../../features/lists/ListPage.tsx';
import { ListSearch } from '../../features/lists/ListSearch.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { usePageColumns } from '../../features/admin/pages/use-page-columns.tsx';
import styles from '../../ui/admin/editor.module.css';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Table } from '../../ui/table/Table.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';

const LIMIT = 25;

/** The site's pages: terms, privacy, imprint, and others its owner writes. */
const Pages = () => {
  const t = useText();
  const columns = usePageColumns();
  const navigate = useNavigate();
  const { get, offset } = useListSearch();
  const q = get('q') ?? '';
  const posts = useListData('GET /admin/posts', { query: { limit: LIMIT, offset, ...(q ? { q } : {}) } });
  return (
    <ListPage
      title={t('sitePages.title')}
      head={
        <div className={styles.headActs}>
          <ListSearch label={t('sitePages.search')} />
          <Button kind="gold" to="/admin/pages/new" icon={<IconPlus size={20} stroke={1.75} />}>
            {t('sitePages.new')}
          </Button>
        </div>
      }
      width="wide"
      list={posts}
      limit={LIMIT}
      skeleton={<RowsSkeleton rows={5} square size={32} />}
      empty={<Empty title={t('sitePages.none')} text={t('sitePages.noneText')} />}
    >
      {(rows) => (
        <Card pad="none" className={styles.tabled}>
          <Table
            caption={t('sitePages.title')}
            columns={columns}
            rows={rows}
            rowKey={(row) => row._id}
            onSelect={(row) => void navigate(`/admin/pages/${row._id}`)}
          />
        </Card>
      )}
    </ListPage>
  );
};

export default Pages;
