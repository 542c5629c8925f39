import { Tabs } from '../../ui/Tabs.tsx';
import { useText } from '../../ui/text.ts';
import styles from './subscriptions.module.css';

/** The performers an account pays for, and those it only follows. */
export const SubscriptionTabs = ({ on }: { on: 'subscriptions' | 'following' }) => {
  const t = useText();
  return (
    <div className={styles.tabs}>
      <Tabs
        size="sm"
        label={t('subscriptions.title')}
        tabs={[
          { to: '/subscriptions', text: t('subscriptions.title'), on: on === 'subscriptions' },
          { to: '/subscriptions?tab=following', text: t('subscriptions.following'), on: on === 'following' },
        ]}
      />
    </div>
  );
};
