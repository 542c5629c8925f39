import { Form, useSearchParams } from 'react-router';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Columns } from '../../app/shell/Columns.tsx';
import { homeAddress, homeFilterIn } from '../../features/item-lists/home-filter.ts';
import styles from '../../features/home/home.module.css';
import { FeedFilters } from './FeedFilters.tsx';
import { NoPosts } from './NoPosts.tsx';
import { Faces } from '../../features/home/Faces.tsx';
import { ItemList } from '../../features/item-lists/ItemList.tsx';
import { LateComingCard } from '../../features/schedule/LateComingCard.tsx';
import { EndingSoon } from '../../features/subscriptions/EndingSoon.tsx';
import { LatePromos } from '../../features/promos/LatePromos.tsx';
import { Suggestions } from '../../features/performers/Suggestions.tsx';
import { isFeed, type loadHome } from './load-home.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** Opens the search with the typed text. */
const Finder = () => {
  const label = useText()('search.label');
  return (
    <Form action="/search" role="search">
      <SearchField label={label} name="q" maxLength={60} autoComplete="off" keys="/" />
    </Form>
  );
};

/** The feeds of followed and subscribed performers; or all new ones. */
export const Feeds = ({ live, featured, promos, beginning }: Awaited<ReturnType<typeof loadHome>>) => {
  const t = useText();
  const [search] = useSearchParams();
  const isHome = isFeed(search);
  const filter = homeFilterIn(search);
  const address = homeAddress(filter, isHome ? undefined : 'discover');
  return (
    <Columns
      aside={
        <div className={styles.aside}>
          <Finder />
          <EndingSoon />
          <LateComingCard />
          <Suggestions />
        </div>
      }
    >
      <PageTitle />
      <h1 className={type.hidden}>{t('shell.home')}</h1>
      <Faces initial={featured} live={live} />
      <div className={styles.promos}>
        <LatePromos promos={promos} besideStage />
      </div>
      <div className={styles.nudge}>
        <EndingSoon />
      </div>
      <Tabs
        sticky
        label={t('home.feeds')}
        tabs={[
          { to: '/', text: t('home.following'), on: isHome },
          { to: '/?tab=discover', text: t('home.discover'), on: !isHome },
        ]}
      />
      <FeedFilters filter={filter} isHome={isHome} />
      <ItemList
        key={address}
        {...(beginning?.of === address ? { beginning: beginning.page } : {})}
        source={isHome ? { list: 'home', filter } : { list: 'newest', type: filter.type }}
        empty={<NoPosts filter={filter} isHome={isHome} />}
      />
    </Columns>
  );
};
