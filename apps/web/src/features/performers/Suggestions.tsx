import type { PerformerCard } from '@stagedoor/contract/performers';
import { Link } from 'react-router';
import { useData } from '../../app/data.ts';
import { useSession } from '../../app/session.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead } from '../../ui/Card.tsx';
import { Verified } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from '../feeds/feeds.module.css';
import { useReaction } from '../feeds/use-reaction.ts';

const SHOWN = 4;

const Suggestion = ({ performer }: { performer: PerformerCard }) => {
  const say = useText();
  const follow = useReaction(
    { objectType: 'performer', objectId: performer._id, action: 'follow' },
    { active: performer.isFollowed, total: 0 },
  );
  return (
    <div className={styles.suggestion}>
      <Link to={`/${performer.username}`} tabIndex={-1} aria-hidden="true">
        <Avatar src={performer.avatar} online={performer.isOnline} live={performer.isLive} />
      </Link>
      <span className={styles.words}>
        <Link to={`/${performer.username}`} className={classes(type.small, type.strong, type.clip)}>
          {performer.name} {performer.isVerified ? <Verified /> : null}
        </Link>
        <span className={classes(type.tiny, type.faint, type.clip)}>
          {[performer.craft, performer.city].filter(Boolean).join(', ') || say('home.activeThisWeek')}
        </span>
      </span>
      <Button kind={follow.active ? 'outline' : 'lift'} size="sm" aria-pressed={follow.active} onClick={() => void follow.toggle()}>
        {say(follow.active ? 'profile.following' : 'home.follow')}
      </Button>
    </div>
  );
};

/** Performers the viewer doesn't follow yet, the busiest of the week first. */
export const Suggestions = () => {
  const say = useText();
  const user = useSession();
  const { data } = useData('GET /ranking-performers', { query: { type: 'featured', limit: 12 } });
  const shown =
    data?.data.filter((performer) => !performer.isFollowed && !performer.isSubscribed && performer._id !== user?._id).slice(0, SHOWN) ?? [];
  if (shown.length === 0) return null;
  return (
    <Card>
      <CardHead title={say('home.youMightLike')} />
      {shown.map((performer) => (
        <Suggestion key={performer._id} performer={performer} />
      ))}
    </Card>
  );
};
