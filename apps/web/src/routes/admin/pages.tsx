import type { AdminPost } from '@stagedoor/contract/admin-site';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Pending } from '../../app/Pending.tsx';
import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { wordsIn } from '../../features/site-admin/languages.ts';
import styles from '../../features/site-admin/site-admin.module.css';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { useLocale, useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** The site's pages: terms, privacy, who runs it, and whatever else its owner writes. */
const Pages = () => {
  const say = useText();
  const locale = useLocale();
  const navigate = useNavigate();
  const [word, setWord] = useState('');
  const posts = useData('GET /admin/posts', { query: { limit: 100 } });
  const list = posts.data?.data;
  const wanted = word.trim().toLowerCase();
  const rows = (list ?? []).filter(({ slug, title }) =>
    [slug, ...Object.values(title)].some((text) => text.toLowerCase().includes(wanted)),
  );
  const columns: readonly Column<AdminPost>[] = [
    {
      key: 'title',
      narrow: 'main',
      title: say('sitePages.page'),
      wrap: true,
      cell: (row) => <span className={type.strong}>{wordsIn(row.title, locale)}</span>,
    },
    { key: 'slug', title: say('sitePages.address'), cell: (row) => <span className={type.faint} dir="ltr">{`/page/${row.slug}`}</span> },
    {
      key: 'languages',
      title: say('sitePages.languages'),
      cell: (row) => Object.keys(row.content).toSorted().join(', '),
    },
    {
      key: 'state',
      narrow: 'end',
      title: say('sitePages.state'),
      cell: (row) => (
        <span className={styles.chips}>
          {row.isPublished ? <Chip tone="ok">{say('sitePages.published')}</Chip> : <Chip>{say('page.hidden')}</Chip>}
          {row.isCookiePolicy ? <Chip tone="spot">{say('sitePages.cookiePolicy')}</Chip> : null}
        </span>
      ),
    },
    { key: 'changed', number: true, title: say('sitePages.changed'), cell: (row) => <TimeAgo instant={row.updatedAt} /> },
  ];
  return (
    <Page width="wide">
      <PageTitle title={say('sitePages.title')} />
      <header className={styles.head}>
        <h1 className={classes(type.display, type.s46)}>{say('sitePages.title')}</h1>
        <div className={styles.headActs}>
          <div className={styles.search}>
            <SearchField label={say('sitePages.search')} value={word} onChange={(event) => setWord(event.currentTarget.value)} />
          </div>
          <Button kind="gold" to="/admin/pages/new" icon={<IconPlus size={20} stroke={1.75} />}>
            {say('sitePages.new')}
          </Button>
        </div>
      </header>
      {!list ? (
        <Pending of={posts}>
          <RowsSkeleton rows={5} square size={32} />
        </Pending>
      ) : rows.length === 0 ? (
        <Empty title={say('sitePages.none')} text={say('sitePages.noneText')} />
      ) : (
        <Card pad="none" className={styles.tabled}>
          <DataTable
            caption={say('sitePages.title')}
            columns={columns}
            rows={rows}
            rowKey={(row) => row._id}
            onSelect={(row) => void navigate(`/admin/pages/${row._id}`)}
          />
        </Card>
      )}
    </Page>
  );
};

export default Pages;
