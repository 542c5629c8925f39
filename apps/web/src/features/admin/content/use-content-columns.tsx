import type { AdminItem } from '@stagedoor/contract/catalog';
import type { Column } from '../../../ui/table/column.ts';
import { TimeAgo } from '../../../ui/TimeAgo.tsx';
import { useText } from '../../../ui/text.ts';
import { ItemRow } from './ItemRow.tsx';
import { ItemStateChip } from './ItemStateChip.tsx';

/** The columns of the list of content. */
export const useContentColumns = (): readonly Column<AdminItem>[] => {
  const t = useText();
  return [
    { key: 'what', narrow: 'main', title: t('content.what'), cell: (row) => <ItemRow item={row} /> },
    { key: 'state', narrow: 'end', title: t('content.state'), cell: (row) => <ItemStateChip state={row.state} /> },
    { key: 'since', number: true, title: t('content.added'), cell: (row) => <TimeAgo instant={row.createdAt} />, sortBy: 'createdAt' },
  ];
};
