import { useQueryClient } from '@tanstack/react-query';
import { useAction, useData } from '../../app/data.ts';
import { Catalogue } from './Catalogue.tsx';
import { EmojiForm } from './EmojiForm.tsx';
import { SiteGiftForm } from './SiteGiftForm.tsx';
import { useText } from '../../ui/text.ts';

/** Refetches the lists of the administration and of fans. */
const useReload = (keys: readonly string[]) => {
  const client = useQueryClient();
  return async () => {
    for (const key of keys) await client.invalidateQueries({ queryKey: [key] });
  };
};

/** Gifts that every performer takes. */
export const SiteGifts = () => {
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

/** Emoji of chats and messages. */
export const SiteEmoji = () => {
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
