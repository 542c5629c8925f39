import { FilterChip } from '../../../ui/Chip.tsx';
import { useFormat } from '../../../ui/format.tsx';
import styles from '../../../ui/admin/list-and-pane.module.css';
import { useListSearch } from '../../lists/use-list-search.ts';

interface QueueStatesProps<State extends string> {
  /** The first one is shown unless the address names another. */
  states: readonly State[];
  state: State;
  text: (state: State) => string;
  /** Number of entries in each state; undefined until loaded. */
  counts: Readonly<Record<State, number>> | undefined;
}

/** Tabs for the states of a queue. */
export const QueueStates = <State extends string>({ states, state, text, counts }: QueueStatesProps<State>) => {
  const format = useFormat();
  const { change } = useListSearch();
  return (
    <div className={styles.filters}>
      {states.map((choice) => (
        <FilterChip
          key={choice}
          on={choice === state}
          onClick={() => change({ state: choice === states[0] ? null : choice, id: null, offset: null })}
        >
          {text(choice)} {counts ? format.count(counts[choice]) : ''}
        </FilterChip>
      ))}
    </div>
  );
};

/** One filter of a list, on or off: sets or clears a parameter of the address. */
export const FilterSwitch = ({ name, value, text }: { name: string; value: string; text: string }) => {
  const { get, change } = useListSearch();
  const on = get(name) === value;
  return (
    <FilterChip on={on} onClick={() => change({ [name]: on ? null : value, offset: null })}>
      {text}
    </FilterChip>
  );
};
