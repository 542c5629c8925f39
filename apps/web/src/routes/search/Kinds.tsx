import styles from '../../features/performers/performers.module.css';
import { Tabs } from '../../ui/Tabs.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { KIND_TABS, TAB_TEXTS, addressOf, countIn, tabsBy } from './kinds.ts';
import type { Asked } from './NoResults.tsx';

/** The kinds with how many were found of each. */
export const Kinds = ({ search, total, tab }: Asked) => {
  const t = useText();
  return (
    <div className={styles.toEdges}>
      <Tabs
        label={t('search.kinds')}
        tabs={tabsBy(search, total).map((kind) => {
          const count = countIn(search, total, kind);
          return { to: addressOf(search, kind), text: t(TAB_TEXTS[kind]), ...(count === null ? {} : { count }), on: tab === kind };
        })}
      />
    </div>
  );
};

/** The counts, for screen readers. */
export const Counted = ({ search, total, isLooking }: Asked & { isLooking: boolean }) => {
  const t = useText();
  const counts = KIND_TABS.flatMap((kind) => {
    const count = countIn(search, total, kind);
    return count === null ? [] : [t('search.counted', { kind: t(TAB_TEXTS[kind]), count })];
  });
  return (
    <p className={type.hidden} role="status">
      {isLooking ? '' : counts.join(', ')}
    </p>
  );
};
