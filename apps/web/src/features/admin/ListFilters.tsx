import { useEffect, useRef, useState } from 'react';
import { FilterChip } from '../../ui/Chip.tsx';
import { useFormat } from '../../ui/format.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import styles from './admin.module.css';
import { useListSearch } from './use-list-search.ts';

/** A search that asks once nothing was typed for a moment, or at once on Enter. */
export const ListSearch = ({ label }: { label: string }) => {
  const { get, change } = useListSearch();
  const [text, setText] = useState(get('q') ?? '');
  const [timer, setTimer] = useState<ReturnType<typeof setTimeout>>();
  const ask = (q: string) => change({ q, offset: null });
  // A row may be chosen in that moment: the address is changed as it is then, not as it was.
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  return (
    <form
      role="search"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault();
        clearTimeout(timer);
        ask(text);
      }}
    >
      <SearchField
        label={label}
        value={text}
        maxLength={60}
        onChange={(event) => {
          const { value } = event.currentTarget;
          setText(value);
          clearTimeout(timer);
          setTimer(setTimeout(() => latest.current(value), 250));
        }}
      />
    </form>
  );
};

interface QueueStatesProps<State extends string> {
  /** The first one is shown unless the address says otherwise. */
  states: readonly State[];
  state: State;
  text: (state: State) => string;
  /** How many wait in each; undefined until that is known. */
  counts: Readonly<Record<State, number>> | undefined;
}

/** The states of a queue, one of which is looked at. */
export const QueueStates = <State extends string>({ states, state, text, counts }: QueueStatesProps<State>) => {
  const format = useFormat();
  const { change } = useListSearch();
  return (
    <div className={styles.filters}>
      {states.map((choice) => (
        <FilterChip key={choice} on={choice === state} onClick={() => change({ state: choice === states[0] ? null : choice, id: null })}>
          {text(choice)} {counts ? format.count(counts[choice]) : ''}
        </FilterChip>
      ))}
    </div>
  );
};

/** One of a list's filters, on or off: sets or clears a value of the address. */
export const FilterSwitch = ({ name, value, text }: { name: string; value: string; text: string }) => {
  const { get, change } = useListSearch();
  const on = get(name) === value;
  return (
    <FilterChip on={on} onClick={() => change({ [name]: on ? null : value, offset: null })}>
      {text}
    </FilterChip>
  );
};
