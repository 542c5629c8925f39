import type { AccountRow, PerformerRow } from '@stagedoor/contract/admin-people';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ApiError } from '../../app/api.ts';
import type { Column } from '../../ui/table/column.ts';
import { useText } from '../../ui/text.ts';
import { AccountPane } from './AccountPane.tsx';
import styles from '../../ui/admin/list-and-pane.module.css';
import { ListAndPane } from './ListAndPane.tsx';
import { ListSearch } from '../lists/ListSearch.tsx';

/** Accounts a page. */
export const ACCOUNTS_PER_PAGE = 25;

interface AccountListProps<Row> {
  title: string;
  /** Beside the title. */
  head?: ReactNode;
  filters: ReactNode;
  /** Behind the search: how the list is sorted. */
  order?: ReactNode;
  list: UseQueryResult<{ data: readonly Row[]; total: number }, ApiError>;
  columns: readonly Column<Row>[];
}

/** Accounts in pages, searched and filtered, and the one being looked at beside them. */
export const AccountList = <Row extends AccountRow | PerformerRow>({ filters, order, ...list }: AccountListProps<Row>) => {
  const t = useText();
  return (
    <ListAndPane
      {...list}
      tools={
        <div className={styles.tools}>
          <ListSearch label={t('people.searchAccounts')} />
          {order}
          <div className={styles.filters}>{filters}</div>
        </div>
      }
      empty={{ title: t('people.nobody'), text: t('people.nobodyText') }}
      limit={ACCOUNTS_PER_PAGE}
      pane={({ id, onBack }) => <AccountPane key={id} id={id} onBack={onBack} />}
    />
  );
};
