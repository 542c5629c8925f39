import type { Contract, ResponseOf } from '@stagedoor/contract';
import type { ProductView } from '@stagedoor/contract/products';
import { useState } from 'react';
import type { CallInput } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { Button } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';
import { ProductCards } from './ProductCards.tsx';
import styles from './shop.module.css';

const KEY = 'GET /performer-assets/products/search';
interface ProductListProps {
  query: NonNullable<CallInput<typeof KEY>['query']>;
  first: ResponseOf<Contract[typeof KEY]>;
}

/** The first page of products, and those that were asked for after it. */
export const ProductList = ({ query, first }: ProductListProps) => {
  const t = useText();
  const [more, setMore] = useState<{ products: readonly ProductView[]; after: string | null }>({ products: [], after: first.after });
  const [busy, setBusy] = useState(false);
  const load = async () => {
    if (more.after === null) return;
    setBusy(true);
    try {
      const next = await call(KEY, { query: { ...query, after: more.after } });
      setMore({ products: [...more.products, ...next.data], after: next.after });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <ProductCards products={[...first.data, ...more.products]} withPerformer />
      {more.after === null ? null : (
        <div className={styles.after}>
          <Button kind="lift" busy={busy} onClick={() => void load()}>
            {t('products.more')}
          </Button>
        </div>
      )}
    </>
  );
};
