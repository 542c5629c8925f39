import { ITEM_CATEGORIES } from '@stagedoor/contract/items.values';
import { useData } from '../../../app/data.ts';
import { FilterChip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { FieldError } from '../../../ui/Field.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from './composer.module.css';

interface CategoryPickerProps {
  chosen: readonly string[];
  onChange: (ids: readonly string[]) => void;
  error?: string | undefined;
}

/** The site's categories to choose from, up to five; nothing on a site without any. */
export const CategoryPicker = ({ chosen, onChange, error }: CategoryPickerProps) => {
  const t = useText();
  const { data } = useData('GET /categories/search', {});
  if (!data || data.data.length === 0) return null;
  return (
    <div className={styles.ask} role="group" aria-label={t('composer.categories')}>
      <span className={classes(type.small, type.strong)}>{t('composer.categories')}</span>
      <div className={styles.chips}>
        {data.data.map(({ _id, name }) => {
          const isOn = chosen.includes(_id);
          return (
            <FilterChip
              key={_id}
              on={isOn}
              onClick={() => {
                if (isOn) onChange(chosen.filter((id) => id !== _id));
                else if (chosen.length < ITEM_CATEGORIES) onChange([...chosen, _id]);
              }}
            >
              {name}
            </FilterChip>
          );
        })}
      </div>
      <span className={classes(type.tiny, type.faint)}>{t('composer.categoriesHint', { count: ITEM_CATEGORIES })}</span>
      {error ? <FieldError>{error}</FieldError> : null}
    </div>
  );
};
