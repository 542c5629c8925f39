import { useSearchParams } from 'react-router';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import styles from '../../features/gifts/gifts.module.css';
import { SiteGifts, SiteEmoji } from '../../features/gifts/SiteCatalogues.tsx';
import site from '../../ui/admin/editor.module.css';
import { classes } from '../../ui/classes.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** The site's gifts and emoji, in their order. */
const GiftsAdmin = () => {
  const t = useText();
  const [search] = useSearchParams();
  const isEmoji = search.get('tab') === 'emoji';
  return (
    <Page width="wide">
      <PageTitle title={t('gifts.andEmoji')} />
      <header className={site.head}>
        <h1 className={classes(type.display, type.s46)}>{t('gifts.andEmoji')}</h1>
      </header>
      <p className={site.lead}>{t('siteGifts.lead')}</p>
      <Tabs
        label={t('siteGifts.tabs')}
        tabs={[
          { to: '/admin/gifts', text: t('siteGifts.gifts'), on: !isEmoji },
          { to: '/admin/gifts?tab=emoji', text: t('siteGifts.emoji'), on: isEmoji },
        ]}
      />
      <div className={styles.section}>{isEmoji ? <SiteEmoji /> : <SiteGifts />}</div>
    </Page>
  );
};

export default GiftsAdmin;
