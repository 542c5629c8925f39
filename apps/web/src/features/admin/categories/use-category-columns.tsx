import type { AdminCategory } from '@stagedoor/contract/catalog';
import { Chip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import type { Column } from '../../../ui/table/column.ts';
import { useFormat } from '../../../ui/format.tsx';
import { useLocale, useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';

/** The columns of the list of categories. */
export const useCategoryColumns = (): readonly Column<AdminCategory>[] => {
  const t = useText();
  const format = useFormat();
  const locale = useLocale();
  return [
    {
      key: 'name',
      narrow: 'main',
      title: t('categories.title'),
      cell: (row) => (
        <span>
          <span className={type.strong}>{row.names[locale] ?? row.names['en'] ?? row.slug}</span>{' '}
          <span className={classes(type.tiny, type.faint)}>{row.slug}</span>
        </span>
      ),
    },
    { key: 'position', number: true, title: t('categories.position'), cell: (row) => format.count(row.position) },
    { key: 'items', number: true, title: t('categories.items'), cell: (row) => format.count(row.items) },
    {
      key: 'state',
      narrow: 'end',
      title: t('content.state'),
      cell: (row) => <Chip tone={row.isHidden ? 'plain' : 'ok'}>{t(row.isHidden ? 'categories.hidden' : 'categories.shown')}</Chip>,
    },
  ];
};
