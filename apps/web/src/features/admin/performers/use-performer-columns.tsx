import type { PerformerRow } from '@stagedoor/contract/admin-people';
import { useFormat } from '../../../ui/format.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { TimeAgo } from '../../../ui/TimeAgo.tsx';
import { useLocale, useText } from '../../../ui/text.ts';
import { AccountState } from '../accounts/account-state.tsx';
import { PersonCell } from '../frame/PersonCell.tsx';

/** The columns of the list of performers. */
export const usePerformerColumns = (): readonly Column<PerformerRow>[] => {
  const t = useText();
  const format = useFormat();
  const names = new Intl.DisplayNames([useLocale()], { type: 'region' });
  return [
    { key: 'name', narrow: 'main', title: t('people.name'), cell: (row) => <PersonCell person={row} /> },
    { key: 'craft', title: t('people.craft'), cell: (row) => [row.craft, names.of(row.country)].filter(Boolean).join(' · ') },
    { key: 'state', narrow: 'end', title: t('people.state'), cell: (row) => <AccountState account={row} /> },
    {
      key: 'subscribers',
      number: true,
      title: t('people.subscribers'),
      cell: (row) => format.count(row.subscribers),
      sortBy: 'subscribers',
    },
    { key: 'earned', number: true, title: t('people.earned'), cell: (row) => format.money(row.earnedThirtyDays), sortBy: 'earned' },
    { key: 'since', number: true, title: t('people.since'), cell: (row) => <TimeAgo instant={row.createdAt} />, sortBy: 'createdAt' },
  ];
};
