import { IconChevronDown } from '@tabler/icons-react';
import type { ChangeEvent, ComponentProps } from 'react';
import { box, Field, type FieldProps } from './Field.tsx';
import styles from './Field.module.css';

export interface Choice<V extends string = string> {
  value: V;
  text: string;
  disabled?: boolean;
}

type SelectFieldProps<V extends string> = FieldProps &
  Omit<ComponentProps<'select'>, 'id' | 'className' | 'children'> & {
    choices: readonly Choice<V>[];
    /** Receives the value of the choice that was taken. */
    onChoose?: (value: V) => void;
    /** Placeholder option. */
    placeholder?: string;
  };

/** A native select, which supports typing ahead and fits every screen. */
export const SelectField = <V extends string>({
  label,
  aside,
  error,
  hint,
  optional,
  choices,
  onChoose,
  placeholder,
  ...select
}: SelectFieldProps<V>) => (
  <Field label={label} aside={aside} error={error} hint={hint} optional={optional ?? false}>
    {(wiring) => (
      <span className={box(wiring, select.disabled, styles.select)}>
        <select
          {...select}
          {...(onChoose && {
            onChange: ({ currentTarget }: ChangeEvent<HTMLSelectElement>) => {
              const chosen = choices.find(({ value }) => value === currentTarget.value);
              if (chosen) onChoose(chosen.value);
            },
          })}
          {...wiring}
        >
          {placeholder === undefined ? null : <option value="">{placeholder}</option>}
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value} disabled={choice.disabled}>
              {choice.text}
            </option>
          ))}
        </select>
        <IconChevronDown size={20} stroke={1.75} className={styles.chevron} aria-hidden="true" />
      </span>
    )}
  </Field>
);
