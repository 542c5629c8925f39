import { IconSearch } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { Keys } from './Chip.tsx';
import styles from './SearchField.module.css';

/** A search input: a pill with a lens; its label is also the placeholder. */
export const SearchField = ({
  label,
  keys,
  ...input
}: { label: string /** The key that leads to it. */; keys?: string } & Omit<
  ComponentProps<'input'>,
  'type' | 'className' | 'placeholder'
>) => (
  <label className={styles.search}>
    <IconSearch size={20} stroke={1.75} aria-hidden="true" />
    <input {...input} type="search" aria-label={label} placeholder={label} />
    {keys ? (
      <span aria-hidden="true">
        <Keys>{keys}</Keys>
      </span>
    ) : null}
  </label>
);
