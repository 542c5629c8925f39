import { IconAlertTriangle, IconMinus, IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { useSession } from '../../app/session.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { PageTop } from '../../app/shell/PhoneBars.tsx';
import { Amount, useAmountText } from '../../ui/Amount.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Card, CardHead } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { useFormat } from '../../ui/format.tsx';
import layout from '../../ui/layout.module.css';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { Ticket } from '../../ui/Ticket.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { CartSheet } from '../checkout/CartSheet.tsx';
import { type CartLine, MAX_QUANTITY } from '../cart/cart.ts';
import styles from './cart.module.css';
import { ProductPicture, DeliveryTypeChip } from './ProductCards.tsx';
import { forgetPending, pendingOrderId, settlePending, useCartChanges } from '../cart/use-cart.ts';
import { useSavedCountry } from '../cart/use-saved-country.ts';
import { type CartBill, priceOf, useCartLines, useCartTotal } from '../cart/use-cart-lines.ts';

const Stepper = ({ line: { item, product, quantity } }: { line: CartLine }) => {
  const t = useText();
  const format = useFormat();
  const { setQuantity } = useCartChanges();
  const most = Math.min(MAX_QUANTITY, product?.stock ?? MAX_QUANTITY);
  return (
    <span className={styles.stepper} role="group" aria-label={t('shop.quantityOf', { name: item.name })}>
      <IconButton
        size="sm"
        label={t('shop.fewer')}
        icon={<IconMinus size={16} stroke={1.75} />}
        disabled={quantity <= 1}
        onClick={() => setQuantity(item._id, quantity - 1)}
      />
      <span className={classes(type.num, styles.count)} aria-live="polite">
        {format.count(quantity)}
      </span>
      <IconButton
        size="sm"
        label={t('shop.more')}
        icon={<IconPlus size={16} stroke={1.75} />}
        disabled={quantity >= most}
        onClick={() => setQuantity(item._id, quantity + 1)}
      />
    </span>
  );
};

/** What changed since it was added, or why it can't be bought. */
const LineNote = ({ line: { item, product, obstacle, quantity } }: { line: CartLine }) => {
  const t = useText();
  const written = useAmountText();
  const text = obstacle
    ? t(`shop.obstacle.${obstacle}`)
    : quantity < item.quantity
      ? t('shop.onlyLeft', { count: quantity })
      : product && product.price !== item.price
        ? t('shop.priceChanged', { before: written(item.price), now: written(product.price) })
        : null;
  return text === null ? null : (
    <span className={classes(type.small, styles.note)}>
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
      {text}
    </span>
  );
};

const Line = ({ line }: { line: CartLine }) => {
  const t = useText();
  const { remove } = useCartChanges();
  const { item, product, obstacle, quantity } = line;
  const price = priceOf(product?.price ?? item.price, quantity);
  return (
    <li className={classes(styles.line, obstacle !== null && styles.out)}>
      <span className={styles.thumb}>{product ? <ProductPicture product={product} sizes="84px" /> : null}</span>
      <div className={styles.words}>
        <span className={styles.name}>{product?.name ?? item.name}</span>
        {product ? (
          <Link to={`/${product.performer.username}?tab=shop`} className={classes(type.small, type.quiet)}>
            <bdi>{product.performer.name}</bdi>
          </Link>
        ) : null}
        <span>
          <DeliveryTypeChip product={item} />
        </span>
        <LineNote line={line} />
      </div>
      <div className={styles.end}>{obstacle ? null : <Amount tokens={price} stacked />}</div>
      <div className={styles.acts}>
        {obstacle === null && item.type === 'physical' ? <Stepper line={line} /> : <span />}
        <Button
          kind="text"
          size="sm"
          icon={<IconTrash size={18} stroke={1.75} />}
          aria-label={t('shop.removeOf', { name: item.name })}
          onClick={() => remove([item._id])}
        >
          {t('shop.remove')}
        </Button>
      </div>
    </li>
  );
};

/** A card order left on the gateway's page: if it has been paid meanwhile, its items are removed from the cart. */
const PendingOrder = () => {
  const [id] = useState(pendingOrderId);
  const user = useSession();
  const { data: order } = useData('GET /payment/orders/{id}', { params: { id: id ?? '' } }, { enabled: id !== null && user !== null });
  useEffect(() => {
    if (!order || order.state === 'created') return;
    if (order.state === 'paid') settlePending(order._id);
    else forgetPending();
  }, [order]);
  return null;
};

/** The sum with the postage to a country; the button has a price once that is known. */
const Summary = ({ bill, onPay }: { bill: CartBill; onPay: () => void }) => {
  const t = useText();
  const [country, setCountry] = useSavedCountry();
  const { isSent, postage, final } = useCartTotal(bill.bought, bill, country);
  const left = bill.lines.length - bill.bought.length;
  const isEmpty = bill.bought.length === 0;
  return (
    <>
      <div className={styles.row}>
        <span className={type.quiet}>{t('shop.products', { count: bill.bought.length })}</span>
        <Amount tokens={bill.tokens} money={bill.money} />
      </div>
      {left > 0 ? <p className={classes(type.small, type.faint)}>{t('shop.leftOut', { count: left })}</p> : null}
      {isSent ? (
        <>
          <CountryField
            country={country}
            onChange={(code) => {
              setCountry(code);
            }}
          />
          {country === '' ? null : (
            <div className={styles.row}>
              <span className={type.quiet}>{t('shop.postage')}</span>
              {postage === null ? (
                <span className={type.small}>{t('products.notSent')}</span>
              ) : postage === 0 ? (
                <span className={type.small}>{t('products.freePostage')}</span>
              ) : (
                <Amount tokens={postage} />
              )}
            </div>
          )}
        </>
      ) : null}
      <Ticket
        label={t('shop.toCheckout')}
        tokens={isEmpty ? null : (final?.tokens ?? null)}
        {...(final ? { money: final.money } : {})}
        wide
        size="lg"
        disabled={isEmpty}
        onClick={onPay}
      />
      <p className={classes(type.tiny, type.faint)}>{t('shop.sumNote')}</p>
    </>
  );
};

const CountryField = ({ country, onChange }: { country: string; onChange: (code: string) => void }) => {
  const t = useText();
  const countries = useData('GET /countries/list', {});
  return (
    <SelectField
      label={t('products.postageTo')}
      placeholder={t('shop.address.choose')}
      value={country}
      choices={(countries.data?.data ?? []).map(({ code, name }) => ({ value: code, text: name }))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
};

/** The cart at current prices, with a link to the checkout. */
export const CartPage = ({ checkout = false }: { checkout?: boolean }) => {
  const t = useText();
  const navigate = useNavigate();
  const bill = useCartLines();
  const [isPaying, setIsPaying] = useState(false);
  const isFilled = bill.isReady && bill.lines.length > 0;
  useEffect(() => {
    if (checkout && isFilled) setIsPaying(true);
  }, [checkout, isFilled]);
  // /checkout opens the sheet; closing it returns to the cart.
  const close = () => {
    setIsPaying(false);
    if (checkout) void navigate('/cart', { replace: true });
  };
  return (
    <>
      <PageTop title={t('shop.cart')} back="/discover" />
      <Page width="wide">
        <PageTitle title={t('shop.cart')} />
        <h1 className={classes(type.display, type.s46, type.after, layout.desk)}>{t('shop.cart')}</h1>
        <PendingOrder />
        {!bill.isReady ? (
          <Pending of={bill}>
            <RowsSkeleton rows={3} square size={84} />
          </Pending>
        ) : bill.lines.length === 0 ? (
          <Empty
            title={t('shop.empty')}
            text={t('shop.emptyText')}
            action={
              <Button kind="gold" to="/discover">
                {t('home.lookAround')}
              </Button>
            }
          />
        ) : (
          <div className={styles.columns}>
            <Card pad="lg">
              <ul>
                {bill.lines.map((line) => (
                  <Line key={line.item._id} line={line} />
                ))}
              </ul>
            </Card>
            <Card pad="lg" beam="glow">
              <div className={styles.sum}>
                <CardHead title={t('shop.sum')} />
                <Summary bill={bill} onPay={() => setIsPaying(true)} />
              </div>
            </Card>
          </div>
        )}
      </Page>
      {isPaying ? <CartSheet onClose={close} /> : null}
    </>
  );
};
