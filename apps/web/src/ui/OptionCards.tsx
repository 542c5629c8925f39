import { type ReactNode, useId } from 'react';
import { classes } from './classes.ts';
import styles from './OptionCards.module.css';

interface OptionsProps<V extends string> {
  /** Accessible name of the group. */
  label: string;
  name: string;
  /** Null while nothing is chosen. */
  value: V | null;
  onChange: (value: V) => void;
  options: readonly { value: V; body: ReactNode; icon?: ReactNode; disabled?: boolean }[];
  /** Side by side, as the periods of a subscription; else stacked. */
  columns?: boolean;
  /** Four in a row even on a phone; for short options. */
  dense?: boolean;
  /** One line high: options of a single word, below others that matter more. */
  low?: boolean;
}

/** Radio buttons as cards: payment methods, periods, packages. */
export const OptionCards = <V extends string>({ label, name, value, onChange, options, columns, dense, low }: OptionsProps<V>) => {
  // The same cards may be on a page twice, for phones and for desktops: each set needs its own group name.
  const group = `${name}${useId()}`;
  return (
    <fieldset className={classes(styles.options, columns && styles.columns, dense && styles.dense, low && styles.low)} aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          {option.icon}
          <span className={styles.optionBody}>{option.body}</span>
          <input
            type="radio"
            name={group}
            data-field={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
        </label>
      ))}
    </fieldset>
  );
};
