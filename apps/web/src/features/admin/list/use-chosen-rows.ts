import { MAX_CHOSEN_ROWS } from '@stagedoor/contract/bulk-acts.values';
import { useState } from 'react';
import type { Chosen } from '../../../ui/table/column.ts';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';

/** Rows as the acts on many take them: named one by one, or all that the list's filters let through. */
export type RowsOf<Filter> = { ids: string[] } | { matching: Filter };

interface Choice {
  /** The filters it was made under. */
  under: string;
  chosen: Chosen;
  isAll: boolean;
}

/** The selected rows of a list. Other pages keep them; other filters drop them, because they may not show them any more. */
export const useChosenRows = <Filter>(filter: Filter) => {
  const t = useText();
  const under = JSON.stringify(filter);
  const nothing: Choice = { under, chosen: {}, isAll: false };
  const [kept, setChoice] = useState(nothing);
  const choice = kept.under === under ? kept : nothing;
  const ids = Object.keys(choice.chosen);
  const rows: RowsOf<Filter> = choice.isAll ? { matching: filter } : { ids };
  return {
    ...choice,
    /** 0 while all that match are selected. */
    count: ids.length,
    rows,
    choose: (chosen: Chosen) => {
      const next = Object.keys(chosen);
      if (next.length > MAX_CHOSEN_ROWS) toast(t('lists.selectionFull'), { tone: 'info', stays: 5000 });
      else setChoice({ under, chosen, isAll: false });
    },
    chooseAll: () => setChoice({ under, chosen: {}, isAll: true }),
    clear: () => setChoice(nothing),
  };
};

export type ChosenRows<Filter> = ReturnType<typeof useChosenRows<Filter>>;
