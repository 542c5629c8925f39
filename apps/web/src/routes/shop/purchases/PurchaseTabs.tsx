import styles from '../../../features/item-lists/item-lists.module.css';
import { Tabs } from '../../../ui/Tabs.tsx';
import { useText } from '../../../ui/text.ts';

export type Bought = 'galleries' | 'videos';

/** The tabs of purchases: payments, or the bought items of a kind. */
export const PurchaseTabs = ({ on }: { on: 'all' | Bought }) => {
  const t = useText();
  return (
    <div className={styles.toEdges}>
      <Tabs
        label={t('purchases.title')}
        tabs={[
          { to: '/purchases', text: t('galleries.everything'), on: on === 'all' },
          { to: '/purchases?tab=videos', text: t('videos.title'), on: on === 'videos' },
          { to: '/purchases?tab=galleries', text: t('galleries.bought'), on: on === 'galleries' },
        ]}
      />
    </div>
  );
};
