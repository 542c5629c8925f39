import { ItemList } from '../../features/item-lists/ItemList.tsx';
import { ListPages } from '../../features/lists/ListPages.tsx';
import { useLastPage, useListSearch } from '../../features/lists/use-list-search.ts';
import { About } from '../../features/performers/About.tsx';
import type { Profile } from '../../features/performers/profile.ts';
import styles from '../../features/performers/profile.module.css';
import { LateComingCard } from '../../features/schedule/LateComingCard.tsx';
import { ProductCards } from '../../features/shop/ProductCards.tsx';
import { FilterChip } from '../../ui/Chip.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { useText } from '../../ui/text.ts';
import { PRODUCTS, type ProfileData } from './load-profile.ts';
import { KIND_TABS, type OpenTab, POST_TYPES, sourceOf } from './tabs.ts';

const Posts = ({ profile, feeds, postType }: { profile: Profile; feeds: ProfileData['feeds']; postType: OpenTab['postType'] }) => {
  const t = useText();
  const { change } = useListSearch();
  return (
    <>
      <div className={styles.phoneComing}>
        <LateComingCard performerId={profile._id} />
      </div>
      {profile.counts.photos > 0 && profile.counts.videos > 0 ? (
        <div className={styles.types} role="group" aria-label={t('profile.postsTab')}>
          {POST_TYPES.map((one) => (
            <FilterChip key={one.text} on={one === postType} onClick={() => change({ type: one.type ?? null })}>
              {t(one.text)}
            </FilterChip>
          ))}
        </div>
      ) : null}
      <ItemList
        key={`${profile._id} ${postType.type}`}
        source={{ list: 'performer', performerId: profile._id, type: postType.type }}
        grid={t(postType.type ? postType.text : 'profile.postsTab')}
        {...(feeds ? { initial: feeds } : {})}
        empty={<Empty title={t('profile.noPosts')} text={t('profile.noPostsText')} />}
      />
    </>
  );
};

const Products = ({ products }: { products: NonNullable<ProfileData['products']> }) => {
  const { offset, change } = useListSearch();
  return (
    <>
      <ProductCards products={products.data} />
      <ListPages offset={offset} limit={PRODUCTS} list={products} onPage={(next) => change({ offset: String(next) })} />
    </>
  );
};

interface TabContentProps {
  profile: Profile;
  isOwn: boolean;
  loaded: ProfileData;
  tab: OpenTab;
}

/** The list of the open tab. */
export const TabContent = ({ profile, isOwn, loaded: { feeds, products, items }, tab: { open, postType } }: TabContentProps) => {
  const t = useText();
  useLastPage(products ?? undefined, PRODUCTS);
  if (open === 'about') return <About profile={profile} isOwn={isOwn} />;
  if (open === 'shop') return products ? <Products products={products} /> : null;
  if (open === 'posts') return <Posts profile={profile} feeds={feeds} postType={postType} />;
  return (
    <ItemList
      key={`${profile._id} ${open}`}
      source={sourceOf(open, profile._id)}
      grid={t(KIND_TABS[open].text)}
      {...(items ? { initial: items } : {})}
      empty={<Empty title={t(KIND_TABS[open].none)} />}
    />
  );
};
