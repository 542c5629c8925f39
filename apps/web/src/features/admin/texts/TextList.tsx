import type { ReactNode } from 'react';
import styles from '../../../ui/admin/editor.module.css';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { FilterChip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import textStyles from './texts.module.css';

export const TEXT_FILTERS = [
  { filter: 'all', text: 'siteTexts.all' },
  { filter: 'missing', text: 'siteTexts.missing' },
  { filter: 'changed', text: 'siteTexts.changedOnly' },
] as const;
export type TextFilter = (typeof TEXT_FILTERS)[number]['filter'];

interface TextSearchProps {
  word: string;
  onWord: (word: string) => void;
  filter: TextFilter;
  onFilter: (filter: TextFilter) => void;
}

export const TextSearch = ({ word, onWord, filter, onFilter }: TextSearchProps) => {
  const t = useText();
  return (
    <div className={styles.headActs}>
      <div className={styles.search}>
        <SearchField label={t('siteTexts.search')} maxLength={80} value={word} onChange={(event) => onWord(event.currentTarget.value)} />
      </div>
      <div className={styles.chips}>
        {TEXT_FILTERS.map((one) => (
          <FilterChip key={one.filter} on={one.filter === filter} onClick={() => onFilter(one.filter)}>
            {t(one.text)}
          </FilterChip>
        ))}
      </div>
    </div>
  );
};

interface TextListProps {
  offset: number;
  /** Texts on a page. */
  step: number;
  /** Texts on this page. */
  count: number;
  total: number;
  onOffset: (offset: number) => void;
  /** The rows. */
  children: ReactNode;
}

/** One page of texts, with a pager below. */
export const TextList = ({ offset, step, count, total, onOffset, children }: TextListProps) => {
  const t = useText();
  const format = useFormat();
  const range = { from: format.count(offset + 1), to: format.count(offset + count), total: format.count(total) };
  return (
    <Card pad="none">
      <div className={textStyles.textRows}>{children}</div>
      <div className={textStyles.pager}>
        <Button kind="text" disabled={offset === 0} onClick={() => onOffset(Math.max(0, offset - step))}>
          {t('siteTexts.previous')}
        </Button>
        <span className={classes(type.small, type.faint)} role="status">
          {t('siteTexts.page', range)}
        </span>
        <Button kind="text" disabled={offset + step >= total} onClick={() => onOffset(offset + step)}>
          {t('siteTexts.next')}
        </Button>
      </div>
    </Card>
  );
};
