import type { AdminList } from '@stagedoor/contract/bulk-acts.values';
import { IconDownload } from '@tabler/icons-react';
import { Button } from '../../../ui/Button.tsx';
import { useLocale, useText } from '../../../ui/text.ts';
import { filterTexts, type ListFilter } from './filters.ts';

const FILES: Readonly<Record<AdminList, string>> = {
  accounts: '/api/admin/users/export',
  performers: '/api/admin/performers/export',
  subscriptions: '/api/admin/subscriptions/export',
  content: '/api/admin/content/export',
  reports: '/api/admin/reports/export',
  orders: '/api/admin/orders/export',
  ledger: '/api/admin/ledger/transactions/export',
  payouts: '/api/admin/payouts/export',
};

/** Downloads the whole list as it is filtered, newest first. */
export const CsvLink = ({ list, filter }: { list: AdminList; filter: ListFilter }) => {
  const t = useText();
  const locale = useLocale();
  const query = new URLSearchParams({ ...filterTexts(filter), locale }).toString();
  return (
    <Button
      kind="lift"
      icon={<IconDownload size={20} stroke={1.75} />}
      href={`${FILES[list]}?${query}`}
      download={`${list}.csv`}
      aria-label={t('lists.csv')}
    >
      CSV
    </Button>
  );
};
