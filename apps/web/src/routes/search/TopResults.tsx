import { lazy, type ReactNode } from 'react';
import { Link } from 'react-router';
import { WhyButton } from '../../features/featured/WhyButton.tsx';
import { ItemGrid } from '../../features/item-lists/ItemList.tsx';
import { PerformerCards } from '../../features/performers/PerformerCards.tsx';
import found from '../../features/search/search.module.css';
import { ProductCards } from '../../features/shop/ProductCards.tsx';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { Instead } from './Instead.tsx';
import { type KindTab, type Top, addressOf } from './kinds.ts';
import { type Asked, NoItems, isNarrowed } from './NoResults.tsx';

const WhyTopSheet = lazy(() => import('../../features/search/WhyTopSheet.tsx'));

interface SectionProps extends Pick<Asked, 'search' | 'total'> {
  title: string;
  /** The tab that has all of them. */
  more?: KindTab;
  children: ReactNode;
}

const Section = ({ title, more, search, total, children }: SectionProps) => {
  const t = useText();
  return (
    <section className={found.section}>
      <header className={found.sectionHead}>
        <span className={found.sectionTitle}>
          <h2 className={classes(type.display, type.s26)}>{title}</h2>
          <WhyButton sheet={WhyTopSheet} isIcon />
        </span>
        {more && total ? (
          <Link
            to={addressOf(search, more)}
            className={classes(type.link, found.seeAll)}
            aria-label={t('search.seeAllOf', { kind: title })}
          >
            {t('search.seeAll')}
          </Link>
        ) : null}
      </header>
      {children}
    </section>
  );
};

/** The best of all kinds: performers, then items, then products. */
export const TopResults = ({ top, ...asked }: Asked & { top: Top }) => {
  const t = useText();
  const { performers, items, products } = top;
  if (performers.length + items.length + products.length === 0)
    return (
      <>
        <NoItems {...asked} title={t('search.noneFor', { q: asked.search.get('q') ?? '' })} />
        {isNarrowed(asked) ? null : <Instead />}
      </>
    );
  return (
    <>
      {performers.length > 0 ? (
        <Section {...asked} title={t('search.performers')} more="performers">
          <PerformerCards performers={performers} isFirst />
        </Section>
      ) : null}
      {items.length > 0 ? (
        <Section {...asked} title={t('search.topItems')}>
          <ItemGrid items={items} label={t('search.topItems')} even />
        </Section>
      ) : null}
      {products.length > 0 ? (
        <Section {...asked} title={t('products.title')} more="products">
          <ProductCards products={products} withPerformer />
        </Section>
      ) : null}
    </>
  );
};
