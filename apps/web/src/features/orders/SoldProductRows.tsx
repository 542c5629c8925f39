import type { Contract, ResponseOf } from '@stagedoor/contract';
import styles from './orders.module.css';
import { Amount } from '../../ui/Amount.tsx';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { DateText } from '../../ui/TimeAgo.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

type SoldProduct = ResponseOf<Contract['GET /orders/performers/products/search']>['data'][number];

/** Products with how many were sold, for how much, and when last. */
export const SoldProductRows = ({ products }: { products: readonly SoldProduct[] }) => {
  const t = useText();
  const format = useFormat();
  return (
    <Card pad="lg">
      <ul className={styles.sold}>
        {products.map((product) => (
          <li key={product._id} className={styles.soldRow}>
            <span className={styles.words}>
              <span className={styles.name}>
                <bdi>{product.name}</bdi>
              </span>
              <span className={classes(type.small, type.quiet)}>
                {t(`shop.type.${product.type}`)} · {t('sales.lastSold')} <DateText instant={product.lastAt} style="day" />
              </span>
            </span>
            <span className={styles.end}>
              <Amount tokens={product.total} />
              <span className={classes(type.small, type.quiet)}>
                {t('sales.soldCount', { count: product.quantity, shown: format.count(product.quantity) })}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
};
