import { profilePicturePath } from '@stagedoor/contract/link-pictures.values';
import { OFFER_PARAMETER } from '@stagedoor/contract/offer-links.values';
import { keysOf } from '@stagedoor/contract/keys.values';
import { IconCoin, IconGift, IconUserCheck, IconUserPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useNavigationType, useSearchParams } from 'react-router';
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
import { type FeedType, type ItemSource, loadItems } from '../features/item-lists/sources.ts';
import { GiftFlow } from '../features/items/GiftFlow.tsx';
import { TipSheet } from '../features/items/TipSheet.tsx';
import { useReaction } from '../features/items/use-reaction.ts';
import { ListPages } from '../features/lists/ListPages.tsx';
import { offsetIn, useLastPage, useListSearch } from '../features/lists/use-list-search.ts';
import { MessageButton } from '../features/messages/MessageButton.tsx';
import { Checklist } from '../features/model/Checklist.tsx';
import { Bell } from '../features/notifications/Bell.tsx';
import { About } from '../features/performers/About.tsx';
import { LateOfferCard } from '../features/performers/LateOfferCard.tsx';
import styles from '../features/performers/profile.module.css';
import { useOfferCode } from '../features/performers/use-offer-code.ts';
import { ReportMenu } from '../features/reports/ReportMenu.tsx';
import { ProductCards } from '../features/shop/ProductCards.tsx';
import { LateComingCard } from '../features/schedule/LateComingCard.tsx';
import {
  CompactSubscriptionCard,
  OwnSubscriptionCard,
  OwnSubscriptionLine,
  SubscriptionCard,
} from '../features/performers/SubscriptionCard.tsx';
import { WelcomeVideo } from '../features/performers/WelcomeVideo.tsx';
import { LiveNowCard } from '../features/streams/LiveNowCard.tsx';
import { LatePaidButtons } from '../features/streams/paid/LatePaidButtons.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import { FilterChip, LiveBadge, Verified } from '../ui/Chip.tsx';
import { classes } from '../ui/classes.ts';
import { Empty } from '../ui/Empty.tsx';
import { useFormat } from '../ui/format.tsx';
import { Picture } from '../ui/Picture.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { useText } from '../ui/text.ts';
import type from '../ui/type.module.css';
import type { Route } from './+types/profile.ts';

const FIRST_PAGE = 10;
/** Page size of the shop tab. */
const PRODUCTS = 24;
/** Longer names use a smaller font: two lines instead of four. */
const LONG_NAME = 22;

/** Tabs with tiles of one kind, in their order; a kind without items has none. */
const KIND_TABS = {
  reels: { kind: 'reel', text: 'reels.title', none: 'reels.none' },
  photos: { kind: 'photo', text: 'photos.title', none: 'photos.none' },
  videos: { kind: 'video', text: 'videos.title', none: 'videos.none' },
  galleries: { kind: 'gallery', text: 'galleries.tab', none: 'galleries.none' },
} as const;
type KindTab = keyof typeof KIND_TABS;
const KIND_TAB_NAMES = keysOf(KIND_TABS);

/** The list of a tab, from the newest on. */
const sourceOf = (tab: KindTab, performerId: string): ItemSource => {
  const query = { performerId };
  return tab === 'photos' ? { list: tab, performerId } : { list: tab, query };
};

const TYPES: readonly { type: FeedType | undefined; text: 'model.state.all' | 'profile.photosTab' | 'profile.videosTab' }[] = [
  { type: undefined, text: 'model.state.all' },
  { type: 'photo', text: 'profile.photosTab' },
  { type: 'video', text: 'profile.videosTab' },
];

const load = async (by: Call, username: string, url: string) => {
  const search = new URL(url).searchParams;
  const tab = search.get('tab');
  const type = TYPES.find((one) => one.type === (search.get('type') ?? undefined))?.type;
  const profile = await orErrorPage(by('GET /performers/{id}', { params: { id: username } }));
  const { kinds } = profile.counts;
  const isShop = tab === 'shop' && kinds.product !== undefined;
  const kindTab = KIND_TAB_NAMES.find((name) => name === tab && kinds[KIND_TABS[name].kind]);
  const [feeds, products, items] = await Promise.all([
    tab === 'about' || isShop || kindTab
      ? null
      : by('GET /feeds', { query: { performerId: profile._id, limit: FIRST_PAGE, ...(type ? { type } : {}) } }),
    isShop
      ? by('GET /performer-assets/products/search', { query: { performerId: profile._id, limit: PRODUCTS, offset: offsetIn(search) } })
      : null,
    kindTab ? loadItems(sourceOf(kindTab, profile._id), undefined, by) : null,
  ]);
  return { profile, feeds, products, items };
};

export const loader = ({ context, params, request }: Route.LoaderArgs) => load(callOf(context), params.username, request.url);
export const clientLoader = ({ params, request }: Route.ClientLoaderArgs) => load(call, params.username, request.url);

/** A performer's profile: description, subscription offer, and posts. */
const Profile = ({ loaderData, params }: Route.ComponentProps) => {
  const t = useText();
  const navigate = useNavigate();
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
  const share = async () => {
    const way = await import('../features/items/share.ts');
    await way.share({ title: profile.name, path: `/${profile.username}`, copied: t('items.linkCopied') });
  };
  const { products } = loaderData;
  useLastPage(products ?? undefined, PRODUCTS);
  const isAbout = search.get('tab') === 'about';
  const isShop = search.get('tab') === 'shop' && products !== null;
  const { kinds } = profile.counts;
  const kindTabs = KIND_TAB_NAMES.filter((name) => kinds[KIND_TABS[name].kind]);
  const kindTab = kindTabs.find((name) => name === search.get('tab'));
  const isPosts = !isAbout && !isShop && !kindTab;
  const chosen = TYPES.find((one) => one.type === (search.get('type') ?? undefined)) ?? TYPES[0]!;
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
  // The tabs keep the offer link that led here.
  const code = useOfferCode();
  const addressOf = (tab: string | null): string => {
    const query = new URLSearchParams({ ...(tab ? { tab } : {}), ...(code ? { [OFFER_PARAMETER]: code } : {}) });
    return query.size > 0 ? `/${profile.username}?${query}` : `/${profile.username}`;
  };
  const place = [profile.craft, profile.city].filter(Boolean);
  return (
    <div>
      <PageTitle
        title={profile.name}
        description={
          profile.bio ||
          (place.length === 2 ? t('profile.description', { name: profile.name, craft: place[0] ?? '', city: place[1] ?? '' }) : undefined)
        }
        image={profilePicturePath(profile._id)}
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
            <div className={styles.actRow}>
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
                  {user?.isPerformer ? null : <MessageButton personId={profile._id} onNotAllowed={() => setSheet('monthly')} />}
                  {user ? <Bell performerId={profile._id} name={profile.name} /> : null}
                </>
              )}
              <span className={styles.actMenu}>
                <ReportMenu
                  objectType="account"
                  objectId={profile._id}
                  ownerId={profile._id}
                  name={profile.name}
                  performer={profile}
                  onShare={() => void share()}
                  onBlocked={() => void navigate('/')}
                />
              </span>
            </div>
            <div className={styles.actRow}>
              {isOwn ? null : (
                <>
                  {user ? <LatePaidButtons performer={profile} /> : null}
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
          </div>
          {profile.isLive ? (
            <div className={styles.phoneBand}>
              <LiveNowCard profile={profile} />
            </div>
          ) : null}
          <div className={styles.phoneSeat}>
            <LateOfferCard profile={profile} onSubscribe={setSheet} />
            {compactSeat}
          </div>
          <div ref={tabs} className={styles.tabs}>
            <Tabs
              sticky
              size="sm"
              label={t('profile.postsTab')}
              tabs={[
                { to: addressOf(null), text: t('profile.postsTab'), count: profile.counts.posts, on: isPosts },
                ...kindTabs.map((name) => ({
                  to: addressOf(name),
                  text: t(KIND_TABS[name].text),
                  count: kinds[KIND_TABS[name].kind] ?? 0,
                  on: name === kindTab,
                })),
                ...(kinds.product ? [{ to: addressOf('shop'), text: t('shop.tab'), count: kinds.product, on: isShop }] : []),
                { to: addressOf('about'), text: t('profiles.about'), on: isAbout },
              ]}
            />
          </div>
          <div className={styles.posts}>
            {isAbout ? (
              <About profile={profile} isOwn={isOwn} />
            ) : isShop ? (
              <>
                <ProductCards products={products.data} />
                <ListPages offset={offset} limit={PRODUCTS} list={products} onPage={(next) => change({ offset: String(next) })} />
              </>
            ) : kindTab ? (
              <ItemList
                key={`${profile._id} ${kindTab}`}
                source={sourceOf(kindTab, profile._id)}
                grid={t(KIND_TABS[kindTab].text)}
                {...(loaderData.items ? { initial: loaderData.items } : {})}
                empty={<Empty title={t(KIND_TABS[kindTab].none)} />}
              />
            ) : (
              <>
                <div className={styles.phoneComing}>
                  <LateComingCard performerId={profile._id} />
                </div>
                {profile.counts.photos > 0 && profile.counts.videos > 0 ? (
                  <div className={styles.types} role="group" aria-label={t('profile.postsTab')}>
                    {TYPES.map((one) => (
                      <FilterChip key={one.text} on={one === chosen} onClick={() => change({ type: one.type ?? null })}>
                        {t(one.text)}
                      </FilterChip>
                    ))}
                  </div>
                ) : null}
                <ItemList
                  key={`${profile._id} ${chosen.type}`}
                  source={{ list: 'performer', performerId: profile._id, type: chosen.type }}
                  grid={t(chosen.type ? chosen.text : 'profile.postsTab')}
                  {...(loaderData.feeds ? { initial: loaderData.feeds } : {})}
                  empty={<Empty title={t('profile.noPosts')} text={t('profile.noPostsText')} />}
                />
              </>
            )}
          </div>
        </div>
        <aside className={styles.aside}>
          {profile.isLive ? (
            <div className={styles.band}>
              <LiveNowCard profile={profile} />
            </div>
          ) : null}
          <LateOfferCard profile={profile} onSubscribe={setSheet} />
          {seat}
          <div className={styles.coming}>
            <LateComingCard performerId={profile._id} />
          </div>
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
