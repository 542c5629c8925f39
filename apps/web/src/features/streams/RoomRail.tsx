import { IconCoin, IconDoor, IconGift, IconUserCheck, IconUserPlus, IconUsersGroup } from '@tabler/icons-react';
import type { PerformerProfile } from '@stagedoor/contract/performers';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Amount } from '../../ui/Amount.tsx';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { useReaction } from '../items/use-reaction.ts';
import { useOffers } from './paid/use-offers.ts';
import styles from './RoomRail.module.css';

const ICON = { size: 22, stroke: 1.75, 'aria-hidden': true } as const;

/** A disc with a word under it, and what it costs. */
const Inside = ({ icon, text, price }: { icon: ReactNode; text: string; price?: number }) => {
  const t = useText();
  return (
    <>
      <span className={styles.disc}>{icon}</span>
      <span className={styles.text}>{text}</span>
      {price === undefined ? null : (
        <span className={styles.rate}>
          <span className={styles.sum}>
            <Amount tokens={price} trim />
          </span>{' '}
          <span>{t('paid.aMinute')}</span>
        </span>
      )}
    </>
  );
};

const Follow = ({ profile }: { profile: PerformerProfile }) => {
  const t = useText();
  const { _id: id, name, isFollowed } = profile;
  const follow = useReaction({ objectType: 'performer', objectId: id, action: 'follow' }, { active: isFollowed, total: 0 });
  return (
    <button type="button" className={styles.way} aria-pressed={follow.active} onClick={() => void follow.toggle()}>
      <Inside
        icon={follow.active ? <IconUserCheck {...ICON} /> : <IconUserPlus {...ICON} />}
        text={t(follow.active ? 'profile.following' : 'room.follow')}
      />
      <span className={type.hidden}>{name}</span>
    </button>
  );
};

/** The way into the performer's paid show: the group show that runs, or else a private one. */
const PaidWay = ({ profile }: { profile: PerformerProfile }) => {
  const t = useText();
  const offers = useOffers(profile);
  if (!offers) return null;
  const { group } = offers;
  if (group)
    return (
      <Link to={`/live/group/${group._id}`} className={styles.way}>
        <Inside icon={<IconUsersGroup {...ICON} />} text={t('room.group')} price={group.price} />
      </Link>
    );
  return offers.private.obstacle === null ? (
    <Link to={`/live/private/${profile.username}`} className={styles.way}>
      <Inside icon={<IconDoor {...ICON} />} text={t('paid.privateButton')} price={offers.private.price} />
    </Link>
  ) : null;
};

interface RoomRailProps {
  profile: PerformerProfile;
  onOpen: (sheet: 'tip' | 'gift') => void;
  /** Upright beside the chat of a phone, or at the edge of the picture of one that lies. */
  side: 'upright' | 'lying';
}

/** The acts of a viewer in a show, on phones: follow, tip, give, and the way into a paid show with its rate. */
export const RoomRail = ({ profile, onOpen, side }: RoomRailProps) => {
  const t = useText();
  return (
    <div className={classes(styles.rail, styles[side])} role="group" aria-label={t('room.ways')}>
      <Follow profile={profile} />
      <button type="button" className={styles.way} onClick={() => onOpen('tip')}>
        <Inside icon={<IconCoin {...ICON} />} text={t('room.tip')} />
      </button>
      <button type="button" className={styles.way} onClick={() => onOpen('gift')}>
        <Inside icon={<IconGift {...ICON} />} text={t('gifts.give')} />
      </button>
      <PaidWay profile={profile} />
    </div>
  );
};
