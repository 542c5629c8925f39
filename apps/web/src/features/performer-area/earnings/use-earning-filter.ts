import type { EarningLine, EarningState } from '@stagedoor/contract/earnings';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import { useListSearch } from '../../lists/use-list-search.ts';

const STATES = ['pending', 'available'] as const satisfies readonly EarningState[];
export const SOURCES = ['tips', 'subscriptions', 'content', 'live', 'other'] as const satisfies readonly EarningLine['source'][];

interface Days {
  from: string;
  to: string;
}

/**
 * The filters of earning lines that the address sets.
 *
 * @param shown days of the page, unless the address has others
 */
export const useEarningFilter = (shown: Days) => {
  const { get, oneOf, change } = useListSearch();
  const source = oneOf('source', SOURCES);
  const [from, fan, item] = [get('from'), get('fan'), get('item')];
  const state = oneOf('state', STATES);
  const days = { from: from ?? shown.from, to: get('to') ?? shown.to };
  // A balance is made of lines of all time.
  const period = state && !from ? {} : days;
  return {
    /** As the list and its file take it. */
    filter: {
      ...period,
      ...(state ? { state } : {}),
      ...(source ? { source } : {}),
      ...(fan ? { fanId: fan } : {}),
      ...(item ? { itemId: item } : {}),
    },
    /** Filters beside the source, which have a chip each. */
    chosen: { days: from ? days : null, state, fan, item },
    /** Changes filters, and shows the first page. */
    only: (values: Readonly<Record<string, string | null>>) => change({ ...values, offset: null }),
  };
};

interface EarningChip {
  key: string;
  text: string;
  /** Takes the filter away. */
  clear: Readonly<Record<string, null>>;
}

/** Names the chosen filters. @param first a line of the filtered list: it has the names of the fan and the item */
export const useEarningChips = (
  { days, state, fan, item }: ReturnType<typeof useEarningFilter>['chosen'],
  first: EarningLine | undefined,
): readonly EarningChip[] => {
  const t = useText();
  const format = useFormat();
  const date = (day: string) => format.date(`${day}T12:00:00Z`, 'day', 'UTC');
  const chips: EarningChip[] = [];
  if (days) {
    const text = days.from === days.to ? date(days.from) : `${date(days.from)} – ${date(days.to)}`;
    chips.push({ key: 'days', text: t('model.onlyDays', { days: text }), clear: { from: null, to: null } });
  }
  if (state) chips.push({ key: 'state', text: t(`model.onlyState.${state}`), clear: { state: null } });
  if (fan) chips.push({ key: 'fan', text: t('model.onlyFan', { name: first?.fan?.name ?? t('model.oneFan') }), clear: { fan: null } });
  if (item) {
    const title = first ? first.item?.title || t('model.untitled') : t('model.oneItem');
    chips.push({ key: 'item', text: t('model.onlyItem', { title }), clear: { item: null } });
  }
  return chips;
};
