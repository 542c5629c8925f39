import {
  FEATURED_OF_ONE,
  RANKING_DAYS,
  RANKING_WEIGHTS,
  TREND_DAYS,
  TREND_WEIGHTS,
  VIDEO_WEIGHTS,
} from '@stagedoor/contract/ranking.values';
import { Sheet } from '../../ui/Sheet.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './featured.module.css';

/** Says how the site chooses and orders what it features, with the weights it uses. */
const WhySheet = ({ onClose }: { onClose: () => void }) => {
  const t = useText();
  return (
    <Sheet opened onClose={onClose} title={t('featured.whyTitle')} width={480}>
      <div className={styles.reasons}>
        <section>
          <h3 className={type.strong}>{t('featured.reason.pinned')}</h3>
          <p className={type.quiet}>{t('featured.whyPinned')}</p>
        </section>
        <section>
          <h3 className={type.strong}>{t('featured.reason.trending')}</h3>
          <p className={type.quiet}>
            {t('featured.whyTrending', {
              days: TREND_DAYS,
              unlock: TREND_WEIGHTS.unlock,
              like: TREND_WEIGHTS.like,
              view: TREND_WEIGHTS.view,
            })}
          </p>
        </section>
        <section>
          <h3 className={type.strong}>{t('featured.reason.new')}</h3>
          <p className={type.quiet}>{t('featured.whyNew', { count: FEATURED_OF_ONE })}</p>
        </section>
        <section>
          <h3 className={type.strong}>{t('search.performers')}</h3>
          <p className={type.quiet}>
            {t('featured.whyPerformers', {
              days: RANKING_DAYS,
              subscription: RANKING_WEIGHTS.subscription,
              paidEvent: RANKING_WEIGHTS.paidEvent,
              post: RANKING_WEIGHTS.post,
              follower: RANKING_WEIGHTS.follower,
            })}
          </p>
        </section>
        <section>
          <h3 className={type.strong}>{t('videos.sort.ranked')}</h3>
          <p className={type.quiet}>
            {t('featured.whyVideos', { sale: VIDEO_WEIGHTS.sale, like: VIDEO_WEIGHTS.like, view: VIDEO_WEIGHTS.view })}
          </p>
        </section>
        <p className={type.quiet}>{t('featured.whyNotYou')}</p>
      </div>
    </Sheet>
  );
};

export default WhySheet;
