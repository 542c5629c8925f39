import { IconChevronDown } from '@tabler/icons-react';
import { classes } from '../../../ui/classes.ts';
import field from '../../../ui/Field.module.css';
import { useListSearch } from '../use-list-search.ts';
import styles from './tools.module.css';

interface CompactSelectProps {
  label: string;
  /** The choice that filters nothing. */
  any: string;
  value: string;
  choices: readonly { value: string; text: string }[];
  onChoose: (value: string) => void;
}

/** A select in a row of filters: its first choice says what it is for. */
export const CompactSelect = ({ label, any, value, choices, onChoose }: CompactSelectProps) => (
  <span className={classes(field.input, field.select, styles.choice, value !== '' && styles.chosen)}>
    <select aria-label={label} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
      <option value="">{any}</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.text}
        </option>
      ))}
    </select>
    <IconChevronDown size={18} stroke={1.75} className={field.chevron} aria-hidden="true" />
  </span>
);

interface FilterChoiceProps extends Omit<CompactSelectProps, 'value' | 'onChoose'> {
  /** The parameter of the address. */
  name: string;
}

/** A filter with several values, one at a time. */
export const FilterChoice = ({ name, choices, ...select }: FilterChoiceProps) => {
  const { get, change } = useListSearch();
  const value = choices.find((choice) => choice.value === get(name))?.value ?? '';
  return (
    <CompactSelect {...select} choices={choices} value={value} onChoose={(next) => change({ [name]: next, offset: null, id: null })} />
  );
};
