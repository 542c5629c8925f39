import type { SuggestedPerformer, SuggestionReason } from '@stagedoor/contract/performers';
import { Link } from 'react-router';
import { useSiteName } from '../../app/boot.tsx';
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

/** Why a performer is suggested, in words. */
const useReason = (reason: SuggestionReason): string => {
  const say = useText();
  const siteName = useSiteName();
  switch (reason.kind) {
    case 'fansOf':
      return say('suggestions.fansOf', { name: reason.name });
    case 'craft':
      return say('suggestions.craft', { craft: reason.craft });
    case 'country':
      return say('suggestions.country');
    case 'new':
      return say('suggestions.newOn', { site: siteName });
    case 'popular':
      return say('suggestions.popular');
  }
};

const Suggestion = ({ performer }: { performer: SuggestedPerformer }) => {
  const say = useText();
  const reason = useReason(performer.reason);
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
        <span className={classes(type.tiny, type.faint)}>{reason}</span>
      </span>
      <Button kind={follow.active ? 'outline' : 'lift'} size="sm" aria-pressed={follow.active} onClick={() => void follow.toggle()}>
        {say(follow.active ? 'profile.following' : 'home.follow')}
      </Button>
    </div>
  );
};

/** Performers the viewer doesn't have yet, each with the reason for it. Who is followed here stays until the page is left. */
export const Suggestions = () => {
  const say = useText();
  const user = useSession();
  const { data } = useData('GET /performers/suggestions', { query: { limit: SHOWN } }, { enabled: user !== null });
  if (!data || data.data.length === 0) return null;
  return (
    <Card>
      <CardHead title={say('home.youMightLike')} />
      {data.data.map((performer) => (
        <Suggestion key={performer._id} performer={performer} />
      ))}
    </Card>
  );
};
