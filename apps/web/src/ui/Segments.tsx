import { type ReactNode, useId } from 'react';
import { classes } from './classes.ts';
import styles from './Segments.module.css';

interface SegmentsProps<V extends string> {
  label: string;
  name: string;
  value: V;
  onChange: (value: V) => void;
  options: readonly { value: V; text: ReactNode }[];
  wide?: boolean;
  /** Short labels of two or three letters: in one line on a phone too. */
  short?: boolean;
}

/** Two to four short options in one bar: 7 days, 30 days, Year. */
export const Segments = <V extends string>({ label, name, value, onChange, options, wide, short }: SegmentsProps<V>) => {
  const group = `${name}${useId()}`;
  return (
    <fieldset
      className={classes(styles.segments, wide && styles.segmentsWide, wide && !short && options.length > 3 && styles.four)}
      style={{ '--count': options.length }}
      aria-label={label}
    >
      {options.map((option) => (
        <label key={option.value} className={styles.segment}>
          <input
            type="radio"
            name={group}
            data-field={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.text}
        </label>
      ))}
    </fieldset>
  );
};
