import type { ProductView } from '@stagedoor/contract/products';
import { EVERYWHERE } from '@stagedoor/contract/products.values';
import { IconCheck, IconClock, IconDownload, IconShieldCheck, IconTruckDelivery } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { useData } from '../../app/data.ts';
import { useSession } from '../../app/session.tsx';
import { Amount } from '../../ui/Amount.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip, Verified } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { SelectField } from '../../ui/SelectField.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { useSavedCountry } from '../cart/use-saved-country.ts';
import { postageOf } from '../cart/postage.ts';
import { BuyNow } from './BuyNow.tsx';
import { AddToCart, DeliveryTypeChip, ProductPicture } from './ProductCards.tsx';
import styles from './shop.module.css';

interface ProductPageProps {
  product: ProductView;
  acts: ReactNode;
  comments: ReactNode;
  /** More of the performer's. */
  more: ReactNode;
}

/** A product: its pictures, what it costs with the post, what buying it means. */
export const ProductPage = ({ product, acts, comments, more }: ProductPageProps) => {
  const t = useText();
  const { performer } = product;
  return (
    <div className={styles.page}>
      <div className={styles.pictures}>
        <Pictures product={product} />
      </div>
      <aside className={styles.side}>
        <Link to={`/${performer.username}`} className={styles.by}>
          <Avatar src={performer.avatar} size={36} online={performer.isOnline} live={performer.isLive} edge="house" />
          <span className={type.strong}>
            <bdi>{performer.name}</bdi>
          </span>{' '}
          <Verified />
        </Link>
        <h1 className={classes(type.display, type.s46)}>
          <bdi>{product.name}</bdi>
        </h1>
        <div className={styles.chips}>
          {product.stock === null ? null : (
            <Chip tone={product.stock > 0 ? 'ok' : 'plain'} icon={product.stock > 0 ? <IconCheck size={14} stroke={1.75} /> : undefined}>
              {product.stock > 0 ? t('products.inStock', { count: product.stock }) : t('shop.soldOut')}
            </Chip>
          )}
          <DeliveryTypeChip product={product} />
        </div>
        <Offer product={product} />
        <Terms product={product} />
      </aside>
      <div className={styles.centre}>
        {product.description ? (
          <p dir="auto" className={classes(styles.described, styles.rest)}>
            {product.description}
          </p>
        ) : null}
        {product.tags.length + product.categories.length > 0 ? (
          <div className={classes(styles.chips, styles.rest)}>
            {product.categories.map(({ _id, name }) => (
              <Link key={_id} to={`/products?category=${_id}`}>
                <Chip size="lg">{name}</Chip>
              </Link>
            ))}
            {product.tags.map((tag) => (
              <Link key={tag} to={`/products?${new URLSearchParams({ tag }).toString()}`}>
                <Chip size="lg">{tag}</Chip>
              </Link>
            ))}
          </div>
        ) : null}
        <div className={styles.rest}>{acts}</div>
        <div className={classes(styles.rest, styles.comments)}>{comments}</div>
      </div>
      {more ? (
        <section className={styles.others}>
          <h2 className={type.heading}>{t('products.moreBy', { name: performer.name })}</h2>
          {more}
        </section>
      ) : null}
    </div>
  );
};

const Pictures = ({ product }: { product: ProductView }) => {
  const t = useText();
  const [chosen, setChosen] = useState(0);
  const { photos } = product;
  const shown = photos[chosen] ?? photos[0];
  return (
    <>
      <div className={styles.stage}>
        {shown ? (
          <Picture picture={shown} alt={shown.alt || product.name} sizes="(min-width: 1100px) 760px, 100vw" />
        ) : (
          <ProductPicture product={product} sizes="100vw" />
        )}
      </div>
      {photos.length > 1 ? (
        <div className={styles.thumbs} role="group" aria-label={t('products.pictures')}>
          {photos.map((photo, index) => (
            <button
              key={photo._id}
              type="button"
              className={styles.thumb}
              aria-pressed={photo === shown}
              aria-label={t('products.picture', { index: index + 1, count: photos.length })}
              onClick={() => setChosen(index)}
            >
              <Picture picture={photo} alt="" sizes="84px" />
            </button>
          ))}
        </div>
      ) : null}
    </>
  );
};

/** The price, the post to a country, and the total before anything is pressed. */
const Offer = ({ product }: { product: ProductView }) => {
  const t = useText();
  const user = useSession();
  const id = useId();
  const isSent = product.type === 'physical';
  const countries = useData('GET /countries/list', {}, { enabled: isSent });
  const [country, setCountry] = useSavedCountry();
  const goesEverywhere = product.shipping.some((one) => one.country === EVERYWHERE);
  const offered = (countries.data?.data ?? []).filter(({ code }) => goesEverywhere || product.shipping.some((one) => one.country === code));
  const postage = postageOf(product, country);
  const isOwn = user?._id === product.performer._id;
  if (isOwn && product.access.reason === 'own' && !isSent) return null;
  return (
    <Card pad="md" className={styles.offer}>
      <div className={styles.offerLine}>
        <span className={type.quiet}>{t('products.one')}</span>
        <span>
          <Amount tokens={product.price} money={product.money} />
        </span>
      </div>
      {isSent ? (
        <div className={styles.offerLine} id={id}>
          <SelectField
            label={t('products.postageTo')}
            placeholder={t('shop.address.choose')}
            value={country}
            choices={offered.map(({ code, name }) => ({ value: code, text: name }))}
            onChange={({ currentTarget: { value } }) => {
              setCountry(value);
            }}
          />
          {country === '' ? null : postage === null ? (
            <span className={type.small}>{t('products.notSent')}</span>
          ) : postage === 0 ? (
            <span className={type.small}>{t('products.freePostage')}</span>
          ) : (
            <span>
              <Amount tokens={postage} />
            </span>
          )}
        </div>
      ) : null}
      {isSent && country !== '' && postage !== null ? (
        <div className={classes(styles.offerLine, styles.offerTotal)}>
          <span className={type.strong}>{t('products.total')}</span>
          <span>
            <Amount tokens={sumOf(product.price, postage)} className={styles.large} />
          </span>
        </div>
      ) : null}
      <BuyNow product={product} />
      <AddToCart product={product} wide />
    </Card>
  );
};

const sumOf = (one: number, other: number): number => (Math.round(one * 100) + Math.round(other * 100)) / 100;

const Terms = ({ product }: { product: ProductView }) => {
  const t = useText();
  const terms =
    product.type === 'digital'
      ? [{ Icon: IconDownload, text: t('products.downloads') }]
      : [
          { Icon: IconClock, text: t('products.accepts', { name: product.performer.name }) },
          { Icon: IconTruckDelivery, text: t('products.cancels') },
          { Icon: IconShieldCheck, text: t('products.complains') },
        ];
  return (
    <ul className={styles.terms}>
      {terms.map(({ Icon, text }) => (
        <li key={text} className={type.small}>
          <Icon size={20} stroke={1.75} aria-hidden="true" />
          {text}
        </li>
      ))}
    </ul>
  );
};
