import { FilterChip } from '../../ui/Chip.tsx';
import { useFormat } from '../../ui/format.tsx';
import styles from './admin.module.css';
import { useListSearch } from '../lists/use-list-search.ts';

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
