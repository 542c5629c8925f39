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
import { useReaction } from '../items/use-reaction.ts';
import styles from './suggestions.module.css';

const SHOWN = 4;

/** The reason of a suggestion, in words. */
const useReason = (reason: SuggestionReason): string => {
  const t = useText();
  const siteName = useSiteName();
  switch (reason.kind) {
    case 'fansOf':
      return t('suggestions.fansOf', { name: reason.name });
    case 'craft':
      return t('suggestions.craft', { craft: reason.craft });
    case 'country':
      return t('suggestions.country');
    case 'new':
      return t('suggestions.newOn', { site: siteName });
    case 'popular':
      return t('suggestions.popular');
  }
};

const Suggestion = ({ performer }: { performer: SuggestedPerformer }) => {
  const t = useText();
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
          <bdi>{performer.name}</bdi> {performer.isVerified ? <Verified /> : null}
        </Link>
        <span className={classes(type.tiny, type.faint)}>{reason}</span>
      </span>
      <Button kind={follow.active ? 'outline' : 'lift'} size="sm" aria-pressed={follow.active} onClick={() => void follow.toggle()}>
        {t(follow.active ? 'profile.following' : 'home.follow')}
      </Button>
    </div>
  );
};

/** Suggested performers, each with the reason. Performers followed here stay until the page is left. */
export const Suggestions = () => {
  const t = useText();
  const user = useSession();
  const { data } = useData('GET /performers/suggestions', { query: { limit: SHOWN } }, { enabled: user !== null });
  if (!data || data.data.length === 0) return null;
  return (
    <Card>
      <CardHead title={t('home.youMightLike')} />
      {data.data.map((performer) => (
        <Suggestion key={performer._id} performer={performer} />
      ))}
    </Card>
  );
};
