import { type HomeFilter, homeAddress } from '../../features/item-lists/home-filter.ts';
import styles from '../../features/home/home.module.css';
import { Suggestions } from '../../features/performers/Suggestions.tsx';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { useText } from '../../ui/text.ts';

/** The empty state: names the filter, and suggests a next step. */
export const NoPosts = ({ filter, isHome }: { filter: HomeFilter; isHome: boolean }) => {
  const t = useText();
  const { from, type, polls, kinds } = filter;
  const isNarrow = Boolean(type ?? polls ?? kinds);
  const lookAround = (
    <Button kind="gold" to="/discover">
      {t('home.lookAround')}
    </Button>
  );
  if (isNarrow) {
    const title = t(
      kinds ? 'galleries.none' : polls ? 'home.emptyPollsTitle' : type === 'video' ? 'home.emptyVideosTitle' : 'home.emptyPhotosTitle',
    );
    const everything = homeAddress(from ? { from } : {}, isHome ? undefined : 'discover');
    return (
      <Empty
        title={title}
        text={t('home.emptyKindText')}
        action={
          <Button kind="lift" to={everything}>
            {t('home.showAll')}
          </Button>
        }
      />
    );
  }
  return (
    <>
      {from === 'subscriptions' ? (
        <Empty title={t('home.emptySubscriptionsTitle')} text={t('home.emptySubscriptionsText')} action={lookAround} />
      ) : from === 'following' ? (
        <Empty title={t('home.emptyFollowingTitle')} text={t('home.emptyFollowingText')} action={lookAround} />
      ) : (
        <Empty title={t('home.emptyFollowTitle')} text={t('home.emptyFollowText')} action={lookAround} />
      )}
      <div className={styles.nudge}>
        <Suggestions />
      </div>
    </>
  );
};
