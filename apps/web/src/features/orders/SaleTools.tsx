import type { DeliveryState } from '@stagedoor/contract/orders';
import { ListTools } from '../lists/tools/ListTools.tsx';
import { useListSearch } from '../lists/use-list-search.ts';
import styles from './orders.module.css';
import { FilterChip } from '../../ui/Chip.tsx';
import { useText } from '../../ui/text.ts';

export const SALE_STATES = [
  'created',
  'processing',
  'shipped',
  'delivered',
  'cancelled',
  'refunded',
] as const satisfies readonly DeliveryState[];

export const BY_PRODUCT = 'products';

/** The search, the days, and the states one looks for. */
export const SaleTools = ({ chosen }: { chosen: DeliveryState | typeof BY_PRODUCT }) => {
  const t = useText();
  const { change } = useListSearch();
  return (
    <>
      {chosen === BY_PRODUCT ? null : <ListTools search={t('sales.search')} narrowing={[]} />}
      <div className={styles.filters}>
        {SALE_STATES.map((state) => (
          <FilterChip key={state} on={state === chosen} onClick={() => change({ state: state === 'created' ? null : state, offset: null })}>
            {t(`sales.state.${state}`)}
          </FilterChip>
        ))}
        <span className={styles.apart}>
          <FilterChip
            on={chosen === BY_PRODUCT}
            onClick={() => change({ state: BY_PRODUCT, offset: null, q: null, from: null, until: null })}
          >
            {t(`sales.state.${BY_PRODUCT}`)}
          </FilterChip>
        </span>
      </div>
    </>
  );
};
