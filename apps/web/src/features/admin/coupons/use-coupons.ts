import { useQueryClient } from '@tanstack/react-query';
import { useListData } from '../../../app/data.ts';
import { useLastPage, useListSearch } from '../../lists/use-list-search.ts';

export const COUPONS_ON_PAGE = 25;

/** The page of coupons that the address asks for. */
export const useCoupons = () => {
  const client = useQueryClient();
  const { get, offset } = useListSearch();
  const q = get('q') ?? '';
  const coupons = useListData('GET /admin/coupons', { query: { limit: COUPONS_ON_PAGE, offset, ...(q ? { q } : {}) } });
  const isBehind = useLastPage(coupons.data, COUPONS_ON_PAGE);
  return { q, coupons, isBehind, reload: () => client.invalidateQueries({ queryKey: ['GET /admin/coupons'] }) };
};
