import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useAction, useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { Catalogue } from '../../features/gifts/Catalogue.tsx';
import { EmojiForm } from '../../features/gifts/EmojiForm.tsx';
import styles from '../../features/gifts/gifts.module.css';
import { SiteGiftForm } from '../../features/gifts/SiteGiftForm.tsx';
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
      <div className={styles.section}>{isEmoji ? <Emojis /> : <Gifts />}</div>
    </Page>
  );
};

/** Refetches the lists of the administration and of fans. */
const useReload = (keys: readonly string[]) => {
  const client = useQueryClient();
  return async () => {
    for (const key of keys) await client.invalidateQueries({ queryKey: [key] });
  };
};

const Gifts = () => {
  const t = useText();
  const list = useData('GET /admin/gifts', {});
  const order = useAction('PUT /admin/gifts/order');
  const reload = useReload(['GET /admin/gifts', 'GET /gift/performers/{id}']);
  return (
    <Catalogue
      list={list}
      order={{ ...order, run: (ids) => order.run({ body: { ids } }) }}
      reload={reload}
      texts={{
        create: t('siteGifts.newGift'),
        edit: t('siteGifts.editGift'),
        saved: t('gifts.saved'),
        empty: { title: t('siteGifts.none'), text: t('siteGifts.noneText') },
      }}
      thumb={(gift) => <img src={gift.image} alt="" />}
      note={(gift) => t(`gifts.animation.${gift.animation}`)}
      form={(gift, onSaved) => <SiteGiftForm gift={gift} onSaved={onSaved} />}
    />
  );
};

const Emojis = () => {
  const t = useText();
  const list = useData('GET /admin/emojis', {});
  const order = useAction('PUT /admin/emojis/order');
  const reload = useReload(['GET /admin/emojis', 'GET /emojis']);
  return (
    <Catalogue
      list={list}
      order={{ ...order, run: (ids) => order.run({ body: { ids } }) }}
      reload={reload}
      texts={{
        create: t('siteGifts.newEmoji'),
        edit: t('siteGifts.editEmoji'),
        saved: t('siteGifts.savedEmoji'),
        empty: { title: t('siteGifts.noEmoji') },
      }}
      thumb={(emoji) => <span aria-hidden="true">{emoji.symbol}</span>}
      note={(emoji) => `:${emoji.code}:`}
      form={(emoji, onSaved) => <EmojiForm emoji={emoji} onSaved={onSaved} />}
    />
  );
};

export default GiftsAdmin;
