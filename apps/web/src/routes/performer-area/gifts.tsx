import type { OwnGift } from '@stagedoor/contract/gifts';
import { IconArrowDown, IconArrowUp, IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Pending } from '../../app/Pending.tsx';
import { useAction, useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import styles from '../../features/gifts/gifts.module.css';
import { OwnGiftForm } from '../../features/gifts/OwnGiftForm.tsx';
import account from '../../features/performer-area/account/account.module.css';
import { Amount } from '../../ui/Amount.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { TilesSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';

/** A performer's own gifts, in their order: price and revenue. */
const OwnGifts = () => {
  const t = useText();
  const client = useQueryClient();
  const gifts = useData('GET /gift/search', {});
  const remove = useAction('DELETE /gift/{id}');
  const order = useAction('PUT /gift/order');
  const [edition, setEdition] = useState(0);
  /** The gift to change; null for a new one. It stays while the sheet closes. */
  const [form, setForm] = useState<OwnGift | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [going, setGoing] = useState<OwnGift | null>(null);
  const list = gifts.data?.data;
  const reload = async () => {
    await client.invalidateQueries({ queryKey: ['GET /gift/search'] });
    await client.invalidateQueries({ queryKey: ['GET /gift/performers/{id}'] });
  };
  const open = (which: OwnGift | null) => {
    setEdition(edition + 1);
    setForm(which);
    setIsOpen(true);
  };
  /** Exchanges a gift with the one before or after it. */
  const onMove = async (gift: OwnGift, by: -1 | 1) => {
    const ids = (list ?? []).map(({ _id }) => _id);
    const at = ids.indexOf(gift._id);
    ids.splice(at, 1);
    ids.splice(at + by, 0, gift._id);
    if (await order.run({ body: { ids } })) await reload();
  };
  const make = (
    <Button kind="gold" icon={<IconPlus size={20} stroke={1.75} />} onClick={() => open(null)}>
      {t('gifts.new')}
    </Button>
  );
  const onRemove = async () => {
    if (!going || !(await remove.run({ params: { id: going._id } }))) return;
    setGoing(null);
    toast(t('gifts.removed'), { tone: 'ok' });
    await reload();
  };
  return (
    <Page width="wide">
      <PageTitle title={t('gifts.mine')} />
      <header className={account.head}>
        <h1 className={classes(type.display, type.s46)}>{t('gifts.mine')}</h1>
        {list && list.length > 0 ? make : null}
      </header>
      <p className={classes(type.quiet, account.lead)}>{t('gifts.mineText')}</p>
      {!list ? (
        <Pending of={gifts}>
          <TilesSkeleton tiles={4} height={212} />
        </Pending>
      ) : list.length === 0 ? (
        <Empty title={t('gifts.mineNone')} text={t('gifts.mineNoneText')} action={make} />
      ) : (
        <ul className={styles.grid}>
          {list.map((gift, at) => (
            <GiftTile
              key={gift._id}
              gift={gift}
              onEdit={() => open(gift)}
              {...(at > 0 ? { onUp: () => void onMove(gift, -1) } : {})}
              {...(at < list.length - 1 ? { onDown: () => void onMove(gift, 1) } : {})}
              onRemove={() => setGoing(gift)}
            />
          ))}
        </ul>
      )}
      <FormError error={order.error} fields={[]} />
      <Sheet opened={isOpen} onClose={() => setIsOpen(false)} title={t(form ? 'gifts.edit' : 'gifts.new')}>
        <OwnGiftForm
          key={edition}
          gift={form}
          onSaved={async () => {
            setIsOpen(false);
            toast(t('gifts.saved'), { tone: 'ok' });
            await reload();
          }}
        />
      </Sheet>
      <Sheet opened={going !== null} onClose={() => setGoing(null)} title={t('gifts.removeTitle')} width={420}>
        <p className={type.quiet}>{t('gifts.removeText')}</p>
        <FormError error={remove.error} fields={[]} />
        <div className={styles.acts}>
          <Button kind="outline" grow onClick={() => setGoing(null)}>
            {t('ui.cancel')}
          </Button>
          <Button kind="bad" grow busy={remove.busy} onClick={() => void onRemove()}>
            {t('gifts.remove')}
          </Button>
        </div>
      </Sheet>
    </Page>
  );
};

interface GiftTileProps {
  gift: OwnGift;
  onEdit: () => void;
  /** Missing for the first. */
  onUp?: () => void;
  /** Missing for the last. */
  onDown?: () => void;
  onRemove: () => void;
}

const icon = { size: 20, stroke: 1.75 } as const;

const GiftTile = ({ gift, onEdit, onUp, onDown, onRemove }: GiftTileProps) => {
  const t = useText();
  const format = useFormat();
  return (
    <li className={styles.tile}>
      <img className={styles.tilePicture} src={gift.image} alt="" width={96} height={96} />
      <span className={styles.tileName}>{gift.name}</span>
      <Amount tokens={gift.price} stacked className={styles.tilePrice} />
      <span className={classes(type.tiny, type.quiet)}>{t('gifts.given', { count: gift.given, number: format.count(gift.given) })}</span>
      <span className={styles.tileAct}>
        <Menu
          groups={[
            {
              items: [
                { key: 'edit', text: t('gifts.edit'), icon: <IconPencil {...icon} />, onSelect: onEdit },
                ...(onUp ? [{ key: 'up', text: t('gifts.up'), icon: <IconArrowUp {...icon} />, onSelect: onUp }] : []),
                ...(onDown ? [{ key: 'down', text: t('gifts.down'), icon: <IconArrowDown {...icon} />, onSelect: onDown }] : []),
              ],
            },
            {
              items: [{ key: 'remove', text: t('gifts.remove'), icon: <IconTrash {...icon} />, bad: true, onSelect: onRemove }],
            },
          ]}
          target={<IconButton size="sm" label={t('gifts.more', { name: gift.name })} icon={<IconDots {...icon} />} />}
        />
      </span>
    </li>
  );
};

export default OwnGifts;
