import { useEffect, useState } from 'react';
import { call } from '../app/browser-call.ts';
import { callOf } from '../app/context.server.ts';
import { useSession } from '../app/session.tsx';
import type { Period } from '../features/checkout/renewal-line.ts';
import { SubscribeSheet } from '../features/checkout/SubscribeSheet.tsx';
import { LateOfferCard } from '../features/performers/LateOfferCard.tsx';
import styles from '../features/performers/profile.module.css';
import { LateComingCard } from '../features/schedule/LateComingCard.tsx';
import { LiveNowCard } from '../features/streams/LiveNowCard.tsx';
import type { Route } from './+types/profile.ts';
import { loadProfile } from './profile/load-profile.ts';
import { ProfileActs } from './profile/ProfileActs.tsx';
import { ProfileHead } from './profile/ProfileHead.tsx';
import { ProfileTabs } from './profile/ProfileTabs.tsx';
import { Seat } from './profile/Seat.tsx';
import { TabContent } from './profile/TabContent.tsx';
import { useProfileTabs } from './profile/tabs.ts';
import { ProfileTitle } from './profile/ProfileTitle.tsx';
import { useProfile } from './profile/use-profile.ts';
import { ProfileCover } from './profile/ProfileCover.tsx';

export const loader = ({ context, params, request }: Route.LoaderArgs) => loadProfile(callOf(context), params.username, request.url);
export const clientLoader = ({ params, request }: Route.ClientLoaderArgs) => loadProfile(call, params.username, request.url);

/** A performer's profile: description, subscription offer, and posts. */
const Profile = ({ loaderData, params }: Route.ComponentProps) => {
  const user = useSession();
  const { profile, refetch, follow } = useProfile(loaderData.profile, params.username);
  const tabs = useProfileTabs(profile);
  const [sheet, setSheet] = useState<Period | null>(null);
  useEffect(() => {
    void call('POST /performers/{id}/inc-view', { params: { id: params.username } }).catch(() => undefined);
  }, [params.username]);
  const isOwn = user?._id === profile._id;
  const liveNow = profile.live.state === 'none' ? null : <LiveNowCard profile={profile} />;
  const offer = <LateOfferCard profile={profile} onSubscribe={setSheet} />;
  return (
    <div>
      <ProfileTitle profile={profile} />
      <ProfileCover profile={profile} />
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
