import type { AdminPost } from '@stagedoor/contract/admin-site';
import { wordsIn } from '../frame/languages.ts';
import styles from '../../../ui/admin/editor.module.css';
import { Chip } from '../../../ui/Chip.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { TimeAgo } from '../../../ui/TimeAgo.tsx';
import { useLocale, useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';

/** The columns of the list of pages. */
export const usePageColumns = (): readonly Column<AdminPost>[] => {
  const t = useText();
  const locale = useLocale();
  return [
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
};
