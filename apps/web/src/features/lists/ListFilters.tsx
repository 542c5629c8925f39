import { FilterChip } from '../../ui/Chip.tsx';
import styles from './lists.module.css';
import { useListSearch } from './use-list-search.ts';

interface ListFiltersProps<Value extends string> {
  /** The parameter of the address that holds the choice. */
  name: string;
  values: readonly Value[];
  /** The chip without a choice. */
  all: string;
  textOf: (value: Value) => string;
}

/** Filter chips of a list: one value, or all. */
export const ListFilters = <Value extends string>({ name, values, all, textOf }: ListFiltersProps<Value>) => {
  const { oneOf, change } = useListSearch();
  const chosen = oneOf(name, values);
  const choose = (value: Value | null) => change({ [name]: value, offset: null });
  return (
    <div className={styles.filters}>
      <FilterChip on={chosen === undefined} onClick={() => choose(null)}>
        {all}
      </FilterChip>
      {values.map((value) => (
        <FilterChip key={value} on={value === chosen} onClick={() => choose(value)}>
          {textOf(value)}
        </FilterChip>
      ))}
    </div>
  );
};
