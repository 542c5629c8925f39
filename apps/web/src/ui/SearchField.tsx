import { IconSearch } from '@tabler/icons-react';
import { type ComponentProps, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { Keys } from './Chip.tsx';
import styles from './SearchField.module.css';

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'placeholder'> {
  label: string;
  /** The key that leads to it. */
  keys?: string;
  /** Hears of words that were typed before the page was hydrated, which no event tells of and the next render would remove. */
  onEarly?: (words: string) => void;
}

/** A search input: a pill with a lens; its label is also the placeholder. */
export const SearchField = ({ label, keys, onEarly, ...input }: SearchFieldProps) => {
  const frame = useRef<HTMLLabelElement>(null);
  const tell = useEffectEvent(() => {
    const field = frame.current?.control;
    if (field instanceof HTMLInputElement && field.value !== '' && field.value !== input.value) onEarly?.(field.value);
  });
  useLayoutEffect(() => tell(), []);
  return (
    <label ref={frame} className={styles.search}>
      <IconSearch size={20} stroke={1.75} aria-hidden="true" />
      <input {...input} type="search" aria-label={label} placeholder={label} />
      {keys ? (
        <span aria-hidden="true">
          <Keys>{keys}</Keys>
        </span>
      ) : null}
    </label>
  );
};
