import type { ProductView } from '@stagedoor/contract/products';
import { IconBolt } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import { cartItemOf } from '../cart/cart.ts';
import { useCart, useCartChanges } from '../cart/use-cart.ts';
import { CartSheet } from '../checkout/CartSheet.tsx';

/**
 * Straight to the checkout of one product: it is put into the cart for as long as that takes, so that a top-up or a payment page returns to it. What
 * else is in the cart stays there.
 */
export const BuyNow = ({ product }: { product: ProductView }) => {
  const t = useText();
  const cart = useCart();
  const { add, remove } = useCartChanges();
  /** Null while closed; then whether it was in the cart before. */
  const [opened, setOpened] = useState<{ wasInCart: boolean } | null>(null);
  if (product.access.allowed || !product.isAvailable) return null;
  const open = () => {
    const wasInCart = cart?.items.some(({ _id }) => _id === product._id) === true;
    if (!wasInCart && !add([cartItemOf(product)])) return toast(t('shop.cartFull'), { tone: 'info' });
    setOpened({ wasInCart });
  };
  const close = () => {
    if (opened?.wasInCart === false) remove([product._id]);
    setOpened(null);
  };
  return (
    <>
      <Button kind="gold" size="lg" wide icon={<IconBolt size={20} stroke={1.75} />} onClick={open}>
        {t('shop.buyNow')}
      </Button>
      {opened ? <CartSheet only={product._id} onClose={close} /> : null}
    </>
  );
};
