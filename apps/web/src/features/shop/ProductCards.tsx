import { isolated } from '@stagedoor/contract/visible-text.values';
import type { ProductView } from '@stagedoor/contract/products';
import { IconCheck, IconDownload, IconFile, IconPackage, IconShoppingBagPlus, IconTruckDelivery } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Amount } from '../../ui/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { Picture } from '../../ui/Picture.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import { cartItemOf } from '../cart/cart.ts';
import styles from './shop.module.css';
import { useCart, useCartChanges } from '../cart/use-cart.ts';

/** How a product is delivered. */
export const DeliveryTypeChip = ({ product, glass }: { product: Pick<ProductView, 'type'>; glass?: boolean }) => {
  const t = useText();
  const Icon = product.type === 'digital' ? IconDownload : IconTruckDelivery;
  return (
    <Chip size="sm" tone={glass ? 'glass' : 'plain'} icon={<Icon size={14} stroke={1.75} aria-hidden="true" />}>
      {t(`shop.type.${product.type}`)}
    </Chip>
  );
};

/** A product's picture; without one, an icon of its delivery type. */
export const ProductPicture = ({ product, sizes }: { product: Pick<ProductView, 'type' | 'picture'>; sizes: string }) => {
  if (product.picture) return <Picture picture={product.picture} alt="" sizes={sizes} />;
  const Icon = product.type === 'digital' ? IconFile : IconPackage;
  return (
    <span className={styles.noPicture}>
      <Icon stroke={1.25} aria-hidden="true" />
    </span>
  );
};

/** The action for a product: add to cart, or why not. */
export const AddToCart = ({ product, wide }: { product: ProductView; wide?: boolean }) => {
  const t = useText();
  const cart = useCart();
  const { add } = useCartChanges();
  const size = wide ? 'lg' : 'sm';
  if (product.access.allowed && product.access.reason === 'own') return null;
  if (product.access.allowed && product.access.reason === 'buyer')
    return (
      <Button kind="lift" size={size} wide to="/orders" icon={<IconCheck size={18} stroke={1.75} />}>
        {t('shop.yours')}
      </Button>
    );
  if (!product.isAvailable)
    return (
      <Button kind="lift" size={size} wide disabled>
        {t('shop.soldOut')}
      </Button>
    );
  if (cart?.items.some(({ _id }) => _id === product._id))
    return (
      <Button kind="outline" size={size} wide to="/cart" icon={<IconCheck size={18} stroke={1.75} />}>
        {t('shop.inCart')}
      </Button>
    );
  return (
    <Button
      kind="lift"
      size={size}
      wide
      icon={<IconShoppingBagPlus size={18} stroke={1.75} />}
      aria-label={`${t('shop.add')}: ${isolated(product.name)}`}
      onClick={() => {
        const isAdded = add([cartItemOf(product)]);
        toast(t(isAdded ? 'shop.added' : 'shop.cartFull'), { tone: isAdded ? 'ok' : 'info' });
      }}
    >
      {t('shop.add')}
    </Button>
  );
};

export const ProductPrice = ({ product, large }: { product: ProductView; large?: boolean }) => {
  return (
    <span className={styles.price}>
      <Amount tokens={product.price} money={product.money} stacked className={large ? styles.large : undefined} />
    </span>
  );
};

/** Products on sale: picture, name, price, add to cart; each leads to its page. */
export const ProductCards = ({ products, withPerformer = false }: { products: readonly ProductView[]; withPerformer?: boolean }) => {
  const t = useText();
  return (
    <ul className={styles.cards}>
      {products.map((product) => (
        <li key={product._id} className={classes(styles.card, !product.isAvailable && styles.gone)}>
          <Link to={`/products/${product._id}`} className={styles.look}>
            <span className={type.hidden}>{t('shop.look', { name: product.name })} </span>
            <ProductPicture product={product} sizes="(min-width: 820px) 300px, 50vw" />
            <span className={styles.onPicture}>
              {product.isAvailable ? <DeliveryTypeChip product={product} glass /> : <Chip tone="glass">{t('shop.soldOut')}</Chip>}
            </span>
          </Link>
          <div className={styles.words}>
            <h3 className={styles.name}>
              <bdi>{product.name}</bdi>
            </h3>
            {withPerformer ? (
              <span className={classes(type.small, type.faint)}>
                <bdi>{product.performer.name}</bdi>
              </span>
            ) : null}
            <p dir="auto" className={classes(type.small, type.quiet, styles.about)}>
              {product.description}
            </p>
            <ProductPrice product={product} />
            {product.stock !== null && product.stock > 0 && product.stock <= 5 ? (
              <span className={classes(type.tiny, type.spot)}>{t('shop.left', { count: product.stock })}</span>
            ) : null}
          </div>
          <div className={styles.cardFoot}>
            <AddToCart product={product} />
          </div>
        </li>
      ))}
    </ul>
  );
};
