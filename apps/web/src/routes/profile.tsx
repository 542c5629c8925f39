import { profilePicturePath } from '@stagedoor/contract/link-pictures.values';
import { useEffect, useState } from 'react';
import { call } from '../app/browser-call.ts';
import { callOf } from '../app/context.server.ts';
import { useData } from '../app/data.ts';
import { PageTitle } from '../app/PageTitle.tsx';
import { useRealtimeEvent } from '../app/realtime.tsx';
import { useSession } from '../app/session.tsx';
import type { Period } from '../features/checkout/renewal-line.ts';
import { SubscribeSheet } from '../features/checkout/SubscribeSheet.tsx';
import { useReaction } from '../features/items/use-reaction.ts';
import { LateOfferCard } from '../features/performers/LateOfferCard.tsx';
import type { Profile as ProfileView } from '../features/performers/profile.ts';
import styles from '../features/performers/profile.module.css';
import { LateComingCard } from '../features/schedule/LateComingCard.tsx';
import { LiveNowCard } from '../features/streams/LiveNowCard.tsx';
import { classes } from '../ui/classes.ts';
import { Picture } from '../ui/Picture.tsx';
import { useText } from '../ui/text.ts';
import type { Route } from './+types/profile.ts';
import { loadProfile } from './profile/load-profile.ts';
import { ProfileActs } from './profile/ProfileActs.tsx';
import { ProfileHead } from './profile/ProfileHead.tsx';
import { ProfileTabs } from './profile/ProfileTabs.tsx';
import { Seat } from './profile/Seat.tsx';
import { TabContent } from './profile/TabContent.tsx';
import { useProfileTabs } from './profile/tabs.ts';

export const loader = ({ context, params, request }: Route.LoaderArgs) => loadProfile(callOf(context), params.username, request.url);
export const clientLoader = ({ params, request }: Route.ClientLoaderArgs) => loadProfile(call, params.username, request.url);

const Title = ({ profile }: { profile: ProfileView }) => {
  const t = useText();
  const { name, craft, city } = profile;
  const description = profile.bio || (craft && city ? t('profile.description', { name, craft, city }) : undefined);
  const image = profilePicturePath(profile._id);
  return <PageTitle title={name} description={description} image={image} imageAlt={name} kind="profile" path={`/${profile.username}`} />;
};

/** A performer's profile: description, subscription offer, and posts. */
const Profile = ({ loaderData, params }: Route.ComponentProps) => {
  const user = useSession();
  const input = { params: { id: params.username } };
  const { data: profile = loaderData.profile, refetch } = useData('GET /performers/{id}', input, { initialData: loaderData.profile });
  const tabs = useProfileTabs(profile);
  const [sheet, setSheet] = useState<Period | null>(null);
  const follow = useReaction(
    { objectType: 'performer', objectId: profile._id, action: 'follow' },
    { active: profile.isFollowed, total: profile.counts.followers },
  );
  useRealtimeEvent('streams/changed', (event) => {
    if (event.performerId === profile._id) void refetch();
  });
  useEffect(() => {
    void call('POST /performers/{id}/inc-view', { params: { id: params.username } }).catch(() => undefined);
  }, [params.username]);
  const isOwn = user?._id === profile._id;
  const liveNow = profile.isLive ? <LiveNowCard profile={profile} /> : null;
  const offer = <LateOfferCard profile={profile} onSubscribe={setSheet} />;
  return (
    <div>
      <Title profile={profile} />
      <div className={classes(styles.cover, !profile.coverPicture && styles.bare)}>
        {profile.coverPicture ? <Picture picture={profile.coverPicture} alt="" eager sizes="(min-width: 820px) 1200px, 100vw" /> : null}
      </div>
      <div className={styles.page}>
        <div>
          <ProfileHead profile={profile} followers={follow.total} />
          <ProfileActs profile={profile} isOwn={isOwn} follow={follow} onNotAllowed={() => setSheet('monthly')} />
          {liveNow ? <div className={styles.phoneBand}>{liveNow}</div> : null}
          <div className={styles.phoneSeat}>
            {offer}
            <Seat compact profile={profile} isOwn={isOwn} onSubscribe={setSheet} />
          </div>
          <ProfileTabs profile={profile} tabs={tabs} />
          <div className={styles.posts}>
            <TabContent profile={profile} isOwn={isOwn} loaded={loaderData} tab={tabs} />
          </div>
        </div>
        <aside className={styles.aside}>
          {liveNow ? <div className={styles.band}>{liveNow}</div> : null}
          {offer}
          <Seat profile={profile} isOwn={isOwn} onSubscribe={setSheet} />
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
    </div>
  );
};

export default Profile;
