import type { CategoryView } from '@stagedoor/contract/catalog';
import { FilterChip } from '../../ui/Chip.tsx';
import { useText } from '../../ui/text.ts';
import styles from './search.module.css';

interface CategoryChipsProps {
  categories: readonly CategoryView[];
  /** Id of the category that is chosen. */
  chosen: string | undefined;
  /** Chosen again, it is null. */
  onChoose: (id: string | null) => void;
}

/** The categories that narrow a list, one at a time; nothing without any. */
export const CategoryChips = ({ categories, chosen, onChoose }: CategoryChipsProps) => {
  const t = useText();
  if (categories.length === 0) return null;
  return (
    <div className={styles.chips} role="group" aria-label={t('categories.title')}>
      {categories.map(({ _id, name }) => (
        <FilterChip key={_id} on={chosen === _id} onClick={() => onChoose(chosen === _id ? null : _id)}>
          {name}
        </FilterChip>
      ))}
    </div>
  );
};
