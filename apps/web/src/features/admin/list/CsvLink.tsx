import type { AdminList } from '@stagedoor/contract/bulk-acts.values';
import { IconDownload } from '@tabler/icons-react';
import { Button } from '../../../ui/Button.tsx';
import { useLocale, useText } from '../../../ui/text.ts';
import { filterTexts, type ListFilter } from '../../lists/tools/filters.ts';

const FILES: Readonly<Record<AdminList, string>> = {
  accounts: 'GET /admin/users/export',
  performers: 'GET /admin/performers/export',
  subscriptions: 'GET /admin/subscriptions/export',
  content: 'GET /admin/content/export',
  reports: 'GET /admin/reports/export',
  orders: 'GET /admin/orders/export',
  ledger: 'GET /admin/ledger/transactions/export',
  payouts: 'GET /admin/payouts/export',
};

const GET = 'GET '.length;

/** Downloads the whole list as it is filtered, newest first. */
export const CsvLink = ({ list, filter }: { list: AdminList; filter: ListFilter }) => {
  const t = useText();
  const locale = useLocale();
  const query = new URLSearchParams({ ...filterTexts(filter), locale }).toString();
  return (
    <Button
      kind="lift"
      icon={<IconDownload size={20} stroke={1.75} />}
      href={`/api${FILES[list].slice(GET)}?${query}`}
      download={`${list}.csv`}
      aria-label={t('lists.csv')}
    >
      CSV
    </Button>
  );
};
