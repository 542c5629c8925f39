import { useQueryClient } from '@tanstack/react-query';
import { useListData } from '../../app/data.ts';
import { useListSearch } from '../lists/use-list-search.ts';
import { type FilterReads, MADE_IN, useFilter, words } from '../lists/tools/filters.ts';
import { SALE_STATES } from './SaleTools.tsx';
import { useLocale } from '../../ui/text.ts';

export const SALES_ON_PAGE = 20;

const SALE_FILTER = { q: words, ...MADE_IN } satisfies FilterReads;

/** The orders in the state of the address, and the one that is open. */
export const useSoldOrders = () => {
  const client = useQueryClient();
  const { get, offset } = useListSearch();
  const delivery = SALE_STATES.find((known) => known === get('state')) ?? 'created';
  const id = get('id');
  const locale = useLocale();
  const filter = { delivery, ...useFilter(SALE_FILTER) };
  const sold = useListData('GET /orders/details/search', {
    query: { limit: SALES_ON_PAGE, offset, sort: delivery === 'created' ? 'asc' : 'desc', ...filter },
  });
  const reload = () => {
    void client.invalidateQueries({ queryKey: ['GET /orders/details/search'] });
    void client.invalidateQueries({ queryKey: ['GET /orders/details/{id}'] });
  };
  const file = `/api/orders/details/search/export?${new URLSearchParams({ ...filter, locale }).toString()}`;
  return { sold, delivery, id, file, reload };
};
