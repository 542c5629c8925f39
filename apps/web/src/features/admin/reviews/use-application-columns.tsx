import { PersonCell } from '../frame/PersonCell.tsx';
import type { ApplicationRow } from './use-applications.ts';
import { Chip } from '../../../ui/Chip.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { TimeAgo } from '../../../ui/TimeAgo.tsx';
import { useLocale, useText } from '../../../ui/text.ts';

const CheckChip = ({ row }: { row: ApplicationRow }) => {
  const t = useText();
  if (row.documents < 2) return <Chip tone="bad">{t('admin.documentsOpen')}</Chip>;
  if (!row.emailVerified) return <Chip tone="warn">{t('admin.emailOpen')}</Chip>;
  return <Chip tone="ok">{t('admin.complete')}</Chip>;
};

/** The columns of applications. */
export const useApplicationColumns = (state: ApplicationRow['state']): readonly Column<ApplicationRow>[] => {
  const t = useText();
  const locale = useLocale();
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  return [
    { key: 'name', narrow: 'main', title: t('admin.applicant'), cell: (row) => <PersonCell person={row} /> },
    { key: 'country', title: t('admin.country'), cell: (row) => names.of(row.country) ?? row.country },
    { key: 'checks', narrow: 'end', title: t('admin.checksColumn'), cell: (row) => <CheckChip row={row} /> },
    {
      key: 'since',
      title: t(state === 'pending' ? 'admin.applied' : 'admin.decided'),
      number: true,
      cell: (row) => <TimeAgo instant={state === 'pending' ? row.appliedAt : (row.decidedAt ?? row.appliedAt)} />,
    },
  ];
};
