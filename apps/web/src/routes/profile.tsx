import { IconCoin, IconGift, IconUserCheck, IconUserPlus } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useNavigationType, useSearchParams } from 'react-router';
import type { Call } from '../app/api.ts';
import { call } from '../app/browser-call.ts';
import { callOf } from '../app/context.server.ts';
import { useData } from '../app/data.ts';
import { PageTitle } from '../app/PageTitle.tsx';
import { useRealtimeEvent } from '../app/realtime.tsx';
import { orErrorPage } from '../app/route-data.ts';
import { useSession } from '../app/session.tsx';
import type { Period } from '../features/checkout/renewal-line.ts';
import { SubscribeSheet } from '../features/checkout/SubscribeSheet.tsx';
import { ItemList } from '../features/item-lists/ItemList.tsx';
import type { FeedType } from '../features/item-lists/sources.ts';
import { GiftFlow } from '../features/items/GiftFlow.tsx';
import { TipSheet } from '../features/items/TipSheet.tsx';
import { useReaction } from '../features/items/use-reaction.ts';
import { ListPages } from '../features/lists/ListPages.tsx';
import { offsetIn, useListSearch } from '../features/lists/use-list-search.ts';
import { MessageButton } from '../features/messages/MessageButton.tsx';
import { Checklist } from '../features/model/Checklist.tsx';
import { Bell } from '../features/notifications/Bell.tsx';
import { About } from '../features/performers/About.tsx';
import styles from '../features/performers/performers.module.css';
import { ProductCards } from '../features/shop/ProductCards.tsx';
import {
  CompactSubscriptionCard,
  OwnSubscriptionCard,
  OwnSubscriptionLine,
  SubscriptionCard,
} from '../features/performers/SubscriptionCard.tsx';
import { WelcomeVideo } from '../features/performers/WelcomeVideo.tsx';
import { LiveNowCard } from '../features/streams/LiveNowCard.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import { LiveBadge, Verified } from '../ui/Chip.tsx';
import { classes } from '../ui/classes.ts';
import { Empty } from '../ui/Empty.tsx';
import { useFormat } from '../ui/format.tsx';
import { Picture } from '../ui/Picture.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { useText } from '../ui/text.ts';
import type from '../ui/type.module.css';
import type { Route } from './+types/profile.ts';

const PaidButtons = lazy(() => import('../features/streams/paid/PaidButtons.tsx'));

const FIRST_PAGE = 10;
/** Page size of the shop tab; other tabs only need the count. */
const PRODUCTS = 24;
const GALLERIES = 24;
/** Longer names use a smaller font: two lines instead of four. */
const LONG_NAME = 22;

const load = async (by: Call, username: string, url: string) => {
  const search = new URL(url).searchParams;
  const isShop = search.get('tab') === 'shop';
  const isGalleries = search.get('tab') === 'galleries';
  const offset = isShop ? offsetIn(search) : 0;
  const profile = await orErrorPage(by('GET /performers/{id}', { params: { id: username } }));
  const [feeds, products, galleries] = await Promise.all([
    by('GET /feeds', { query: { performerId: profile._id, limit: FIRST_PAGE } }),
    by('GET /performer-assets/products/search', { query: { performerId: profile._id, limit: isShop ? PRODUCTS : 1, offset } }),
    by('GET /performer-assets/galleries/search', { query: { performerId: profile._id, limit: isGalleries ? GALLERIES : 1 } }),
  ]);
  return { profile, feeds, products, galleries };
};

export const loader = ({ context, params, request }: Route.LoaderArgs) => load(callOf(context), params.username, request.url);
export const clientLoader = ({ params, request }: Route.ClientLoaderArgs) => load(call, params.username, request.url);

const TABS: readonly {
  type: FeedType | undefined;
  text: 'profile.postsTab' | 'profile.photosTab' | 'profile.videosTab';
  count: 'posts' | 'photos' | 'videos';
}[] = [
  { type: undefined, text: 'profile.postsTab', count: 'posts' },
  { type: 'photo', text: 'profile.photosTab', count: 'photos' },
  { type: 'video', text: 'profile.videosTab', count: 'videos' },
];

/** A performer's profile: description, subscription offer, and posts. */
const Profile = ({ loaderData, params }: Route.ComponentProps) => {
  const t = useText();
  const format = useFormat();
  const user = useSession();
  const [search] = useSearchParams();
  const { offset, change } = useListSearch();
  const { data: profile = loaderData.profile, refetch } = useData(
    'GET /performers/{id}',
    { params: { id: params.username } },
    { initialData: loaderData.profile },
  );
  const [sheet, setSheet] = useState<Period | null>(null);
  const [tipping, setTipping] = useState(false);
  const [giving, setGiving] = useState(0);
  const follow = useReaction(
    { objectType: 'performer', objectId: profile._id, action: 'follow' },
    { active: profile.isFollowed, total: profile.counts.followers },
  );
  useRealtimeEvent('streams/changed', (event) => {
    if (event.performerId === profile._id) void refetch();
  });
  const isOwn = user?._id === profile._id;
  const products = loaderData.products.data;
  const isAbout = search.get('tab') === 'about';
  const isShop = search.get('tab') === 'shop' && loaderData.products.total > 0;
  const galleries = loaderData.galleries;
  const isGalleries = search.get('tab') === 'galleries' && galleries.total > 0;
  const chosen = TABS.find((tab) => tab.type === (search.get('type') ?? undefined)) ?? TABS[0]!;
  // A link to a tab leads to the tab, not to the top of the page; a reload and the way back keep their place.
  const tabs = useRef<HTMLDivElement>(null);
  const leadsToTab = useNavigationType() === 'PUSH' && (search.has('tab') || search.has('type'));
  useEffect(() => {
    if (leadsToTab) tabs.current?.firstElementChild?.scrollIntoView({ block: 'start' });
  }, [leadsToTab, params.username]);
  useEffect(() => {
    void call('POST /performers/{id}/inc-view', { params: { id: params.username } }).catch(() => undefined);
  }, [params.username]);
  const seat = profile.mySubscription ? (
    <OwnSubscriptionCard profile={profile} />
  ) : isOwn ? (
    <Checklist />
  ) : (
    <SubscriptionCard profile={profile} onSubscribe={setSheet} />
  );
  const compactSeat = profile.mySubscription ? (
    <OwnSubscriptionLine profile={profile} />
  ) : isOwn ? (
    <Checklist />
  ) : (
    <CompactSubscriptionCard profile={profile} onSubscribe={setSheet} />
  );
  const place = [profile.craft, profile.city].filter(Boolean);
  return (
    <div>
      <PageTitle
        title={profile.name}
        description={
          profile.bio ||
          (place.length === 2 ? t('profile.description', { name: profile.name, craft: place[0] ?? '', city: place[1] ?? '' }) : undefined)
        }
        image={profile.cover ?? profile.avatar}
        imageAlt={profile.name}
        kind="profile"
        path={`/${profile.username}`}
      />
      <div className={classes(styles.cover, !profile.coverPicture && styles.bare)}>
        {profile.coverPicture ? <Picture picture={profile.coverPicture} alt="" eager sizes="(min-width: 820px) 1200px, 100vw" /> : null}
      </div>
      <div className={styles.page}>
        <div>
          <div className={styles.who}>
            <span className={styles.portrait}>
              {profile.isLive ? (
                <Link to={`/live/${profile.username}`} aria-label={t('profile.watchLive', { name: profile.name })}>
                  <Avatar src={profile.avatar} size={136} live edge="house" />
                </Link>
              ) : (
                <Avatar src={profile.avatar} size={136} online={profile.isOnline} edge="house" />
              )}
            </span>
            <h1 className={classes(type.display, styles.name, profile.name.length > LONG_NAME && styles.longName)}>
              {profile.isLive ? (
                <span className={styles.onAir}>
                  <LiveBadge />
                </span>
              ) : null}
              {profile.name} {profile.isVerified ? <Verified large /> : null}
            </h1>
          </div>
          <div className={styles.stats}>
            {(
              [
                [follow.total, 'profile.followers'],
                [profile.counts.posts, 'profile.posts'],
                [profile.counts.photos, 'profile.photos'],
                [profile.counts.videos, 'profile.videos'],
              ] as const
            ).map(([count, text]) => (
              <div key={text} className={styles.stat}>
                <span className={type.num}>{format.short(count)}</span>
                <span className={classes(type.small, type.faint)}>{t(text, { count })}</span>
              </div>
            ))}
          </div>
          {profile.bio ? <p className={classes(type.quiet, styles.bio)}>{profile.bio}</p> : null}
          <div className={styles.acts}>
            {isOwn ? (
              <Button kind="lift" to="/model/account">
                {t('profile.edit')}
              </Button>
            ) : (
              <>
                <Button
                  kind={follow.active ? 'outline' : 'lift'}
                  aria-pressed={follow.active}
                  icon={follow.active ? <IconUserCheck size={20} stroke={1.75} /> : <IconUserPlus size={20} stroke={1.75} />}
                  onClick={() => void follow.toggle()}
                >
                  {t(follow.active ? 'profile.following' : 'profile.follow')}
                </Button>
                {user && user._id !== profile._id ? <Bell performerId={profile._id} name={profile.name} /> : null}
                {user ? (
                  <Suspense fallback={null}>
                    <PaidButtons performer={profile} />
                  </Suspense>
                ) : null}
                {user?.isPerformer ? null : <MessageButton personId={profile._id} onNotAllowed={() => setSheet('monthly')} />}
                <Button kind="lift" icon={<IconCoin size={20} stroke={1.75} />} onClick={() => setTipping(true)}>
                  {t('profile.tip')}
                </Button>
                <Button kind="lift" icon={<IconGift size={20} stroke={1.75} />} onClick={() => setGiving(giving + 1)}>
                  {t('gifts.give')}
                </Button>
              </>
            )}
            <WelcomeVideo profile={profile} isOwn={isOwn} />
          </div>
          {profile.isLive ? (
            <div className={styles.phoneBand}>
              <LiveNowCard profile={profile} />
            </div>
          ) : null}
          <div className={styles.phoneSeat}>{compactSeat}</div>
          <div ref={tabs} className={styles.tabs}>
            <Tabs
              sticky
              size="sm"
              label={t('profile.postsTab')}
              tabs={[
                ...TABS.map((tab) => ({
                  to: tab.type ? `/${profile.username}?type=${tab.type}` : `/${profile.username}`,
                  text: t(tab.text),
                  count: profile.counts[tab.count],
                  on: !isAbout && !isShop && !isGalleries && tab === chosen,
                })),
                ...(galleries.total > 0
                  ? [{ to: `/${profile.username}?tab=galleries`, text: t('galleries.tab'), count: galleries.total, on: isGalleries }]
                  : []),
                ...(loaderData.products.total > 0
                  ? [{ to: `/${profile.username}?tab=shop`, text: t('shop.tab'), count: loaderData.products.total, on: isShop }]
                  : []),
                { to: `/${profile.username}?tab=about`, text: t('profiles.about'), on: isAbout },
              ]}
            />
          </div>
          <div className={styles.posts}>
            {isAbout ? (
              <About profile={profile} isOwn={isOwn} />
            ) : isShop ? (
              <>
                <ProductCards products={products} />
                <ListPages
                  offset={offset}
                  limit={PRODUCTS}
                  list={loaderData.products}
                  onPage={(next) => change({ offset: String(next) })}
                />
              </>
            ) : isGalleries ? (
              <ItemList
                key={`${profile._id} galleries`}
                source={{ list: 'galleries', query: { performerId: profile._id } }}
                grid={t('galleries.tab')}
                {...(galleries.data.length > 1 || galleries.total === 1 ? { initial: galleries } : {})}
                empty={<Empty title={t('galleries.none')} />}
              />
            ) : (
              <ItemList
                key={`${profile._id} ${chosen.type}`}
                source={{ list: 'performer', performerId: profile._id, type: chosen.type }}
                grid={t(chosen.text)}
                {...(chosen.type ? {} : { initial: loaderData.feeds })}
                empty={<Empty title={t('profile.noPosts')} text={t('profile.noPostsText')} />}
              />
            )}
          </div>
        </div>
        <aside className={styles.aside}>
          {profile.isLive ? (
            <div className={styles.band}>
              <LiveNowCard profile={profile} />
            </div>
          ) : null}
          {seat}
        </aside>
      </div>
      {sheet ? (
        <SubscribeSheet
          username={profile.username}
          period={sheet}
          onClose={() => setSheet(null)}
          onSubscribed={() => {
            setSheet(null);
            void refetch();
          }}
        />
      ) : null}
      {tipping ? <TipSheet performer={profile} onClose={() => setTipping(false)} /> : null}
      {giving > 0 ? <GiftFlow key={giving} performer={profile} onDone={() => setGiving(0)} /> : null}
    </div>
  );
};

export default Profile;
