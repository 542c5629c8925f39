import { Amount } from '../../ui/Amount.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { type CartBill, priceOf } from '../cart/use-cart-lines.ts';
import styles from './checkout.module.css';

/** Lists what is bought, line by line. */
export const CartBillLines = ({ bought }: Pick<CartBill, 'bought'>) => {
  const format = useFormat();
  return (
    <ul className={styles.bill}>
      {bought.map(({ item, product, quantity }) => (
        <li key={item._id} className={styles.billLine}>
          <span className={type.small}>
            {product?.name ?? item.name}
            {quantity > 1 ? <span className={type.faint}> × {format.count(quantity)}</span> : null}
          </span>
          <Amount tokens={priceOf(product?.price ?? 0, quantity)} />
        </li>
      ))}
    </ul>
  );
};

/** The postage to a country; null while it isn't known, or nothing is sent there. */
export const Postage = ({ postage, country }: { postage: number | null; country: string }) => {
  const t = useText();
  const words = postage === null ? t(country === '' ? 'shop.postageLater' : 'products.notSent') : t('products.freePostage');
  return (
    <div className={type.flexBetween}>
      <span className={type.small}>{t('shop.postage')}</span>
      {postage ? <Amount tokens={postage} /> : <span className={classes(type.small, postage === null && type.faint)}>{words}</span>}
    </div>
  );
};
