import type { LedgerCheck } from '@stagedoor/contract/admin-money';
import { useRequestText } from './use-request-text.ts';
import { Chip } from '../../../ui/Chip.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { useText } from '../../../ui/text.ts';

/** The columns of earlier checks. */
export const useCheckColumns = (): readonly Column<LedgerCheck>[] => {
  const t = useText();
  const requestText = useRequestText();
  return [
    { key: 'when', narrow: 'main', title: t('money.when'), cell: requestText },
    {
      key: 'ok',
      narrow: 'end',
      title: t('money.state'),
      cell: (row) => (
        <Chip size="sm" tone={row.ok ? 'ok' : 'bad'}>
          {t(row.ok ? 'money.allHold' : 'money.notAllHold')}
        </Chip>
      ),
    },
  ];
};
