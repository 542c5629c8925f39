import { useEffect, useRef } from 'react';
import { useNavigationType, useSearchParams } from 'react-router';
import type { Profile } from '../../features/performers/profile.ts';
import styles from '../../features/performers/profile.module.css';
import { Tabs } from '../../ui/Tabs.tsx';
import { useText } from '../../ui/text.ts';
import { KIND_TABS, type useProfileTabs } from './tabs.ts';

/** The tabs of a profile: posts, what there is of each kind, shop, about. */
export const ProfileTabs = ({ profile, tabs }: { profile: Profile; tabs: ReturnType<typeof useProfileTabs> }) => {
  const t = useText();
  const [search] = useSearchParams();
  const { kindTabs, open, addressOf } = tabs;
  const { posts, kinds } = profile.counts;
  // A link to a tab leads to the tab, not to the top of the page; a reload and the way back keep their place.
  const place = useRef<HTMLDivElement>(null);
  const leadsToTab = useNavigationType() === 'PUSH' && (search.has('tab') || search.has('type'));
  useEffect(() => {
    if (leadsToTab) place.current?.firstElementChild?.scrollIntoView({ block: 'start' });
  }, [leadsToTab, profile._id]);
  return (
    <div ref={place} className={styles.tabs}>
      <Tabs
        sticky
        size="sm"
        label={t('profile.postsTab')}
        tabs={[
          { to: addressOf(null), text: t('profile.postsTab'), count: posts, on: open === 'posts' },
          ...kindTabs.map((name) => ({
            to: addressOf(name),
            text: t(KIND_TABS[name].text),
            count: kinds[KIND_TABS[name].kind] ?? 0,
            on: name === open,
          })),
          ...(kinds.product ? [{ to: addressOf('shop'), text: t('shop.tab'), count: kinds.product, on: open === 'shop' }] : []),
          { to: addressOf('about'), text: t('profiles.about'), on: open === 'about' },
        ]}
      />
    </div>
  );
};
