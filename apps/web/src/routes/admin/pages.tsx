import type { AdminPost } from '@stagedoor/contract/admin-site';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { useListData } from '../../app/data.ts';
import { ListPage } from '../../features/lists/ListPage.tsx';
import { ListSearch } from '../../features/lists/ListSearch.tsx';
import { useListSearch } from '../../features/lists/use-list-search.ts';
import { wordsIn } from '../../features/admin/frame/languages.ts';
import styles from '../../ui/admin/editor.module.css';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import type { Column } from '../../ui/table/column.ts';
import { Table } from '../../ui/table/Table.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { useLocale, useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

const LIMIT = 25;

/** The site's pages: terms, privacy, imprint, and others its owner writes. */
const Pages = () => {
  const t = useText();
  const locale = useLocale();
  const navigate = useNavigate();
  const { get, offset } = useListSearch();
  const q = get('q') ?? '';
  const posts = useListData('GET /admin/posts', { query: { limit: LIMIT, offset, ...(q ? { q } : {}) } });
  const columns: readonly Column<AdminPost>[] = [
    {
      key: 'title',
      narrow: 'main',
      title: t('sitePages.page'),
      wrap: true,
      cell: (row) => <span className={type.strong}>{wordsIn(row.title, locale)}</span>,
    },
    { key: 'slug', title: t('sitePages.address'), cell: (row) => <span className={type.faint} dir="ltr">{`/page/${row.slug}`}</span> },
    {
      key: 'languages',
      title: t('sitePages.languages'),
      cell: (row) => Object.keys(row.content).toSorted().join(', '),
    },
    {
      key: 'state',
      narrow: 'end',
      title: t('sitePages.state'),
      cell: (row) => (
        <span className={styles.chips}>
          {row.isPublished ? <Chip tone="ok">{t('sitePages.published')}</Chip> : <Chip>{t('page.hidden')}</Chip>}
          {row.isCookiePolicy ? <Chip tone="spot">{t('sitePages.cookiePolicy')}</Chip> : null}
        </span>
      ),
    },
    { key: 'changed', number: true, title: t('sitePages.changed'), cell: (row) => <TimeAgo instant={row.updatedAt} /> },
  ];
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
