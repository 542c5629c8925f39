import type { PerformerProfile } from '@stagedoor/contract/performers';
import type { StreamSession } from '@stagedoor/contract/streams';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { loginFor } from '../../app/guard.ts';
import { useSession } from '../../app/session.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { LiveBadge } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { LockedMedia } from '../../ui/LockedMedia.tsx';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { withPurchase } from '../checkout/interrupted-purchase.ts';
import { SubscribeSheet } from '../checkout/SubscribeSheet.tsx';
import { useReaction } from '../items/use-reaction.ts';
import styles from './EndScreen.module.css';
import { RoomScreen } from './RoomScreen.tsx';

/** The room of a show that isn't for the viewer: a blurred poster, who it is for, and the way in, which opens it at once. */
export const LockedRoom = ({ session, profile, onOpened }: { session: StreamSession; profile: PerformerProfile; onOpened: () => void }) => {
  const t = useText();
  const format = useFormat();
  const user = useSession();
  const navigate = useNavigate();
  const address = useLocation();
  const [isSubscribing, setSubscribing] = useState(false);
  const follow = useReaction(
    { objectType: 'performer', objectId: profile._id, action: 'follow' },
    { active: false, total: profile.counts.followers },
  );
  if (!session.access || session.access.allowed) return null;
  const { reason, waysIn } = session.access;
  const way = waysIn[0];
  const subscribe = () => {
    if (user) return setSubscribing(true);
    const purchase = { kind: 'subscribe', performer: profile.username, period: 'monthly', renews: null } as const;
    void navigate(loginFor(withPurchase(address, purchase)));
  };
  const press = async () => {
    if (await follow.toggle()) onOpened();
  };
  return (
    <RoomScreen profile={profile}>
      <div className={styles.words}>
        <Avatar src={profile.avatar} size={64} live={session.state === 'live'} />
        <h1 className={classes(type.display, type.s46)}>
          <bdi>{session.title}</bdi>
        </h1>
        <p className={classes(type.small, type.quiet, styles.facts)}>
          <LiveBadge size="sm" />
          <span>
            <bdi>{profile.name}</bdi>
          </span>
          <span>{t('live.watching', { count: session.viewers, number: format.count(session.viewers) })}</span>
        </p>
      </div>
      <section className={styles.recording} aria-label={t('room.show')}>
        <LockedMedia
          state="locked"
          preview={profile.cover ?? profile.avatar}
          ratio="16 / 9"
          layout="beside"
          title={t(reason === 'followers' ? 'live.forFollowers' : 'live.forSubscribers')}
          line={t(reason === 'followers' ? 'room.lockedFollowers' : 'room.lockedSubscribers', { name: profile.name })}
          {...(way?.kind === 'subscribe'
            ? { offer: { label: t('room.subscribeToWatch'), tokens: way.price, money: way.money }, onOffer: subscribe }
            : {})}
          action={
            way?.kind === 'follow' ? (
              <Button kind="gold" size="lg" onClick={() => void press()}>
                {t('room.followToWatch')}
              </Button>
            ) : null
          }
        />
      </section>
      {isSubscribing ? (
        <SubscribeSheet
          username={profile.username}
          onClose={() => setSubscribing(false)}
          onSubscribed={() => {
            setSubscribing(false);
            onOpened();
          }}
        />
      ) : null}
    </RoomScreen>
  );
};
