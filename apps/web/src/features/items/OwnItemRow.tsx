import type { OwnItem } from '@stagedoor/contract/items';
import { IconPencil, IconPinnedFilled, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type ApiError, messageOr } from '../../app/api.ts';
import { PriceTag } from '../../ui/Amount.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Chip, type ChipTone } from '../../ui/Chip.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { sourceFor } from '../../ui/Picture.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { useText, textKeyOf } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import styles from './own-items.module.css';

interface OwnItemRowProps {
  item: OwnItem;
  name: string;
  /** Where it is edited: a page, or what opens the form. */
  edit: string | (() => void);
  /** Instead of a picture. */
  icon: ReactNode;
  /** The picture that stands for it; its thumbnail or its first file by default. */
  picture?: OwnItem['files'][number]['picture'];
  /** What it holds: "12 photos". */
  fact?: string;
  /** Further buttons. */
  acts?: ReactNode;
  /** The question before it is deleted. */
  deleteAsk: string;
  remove: { busy: boolean; error?: ApiError | null; run: () => Promise<boolean> };
}

const STATE_TONES: Partial<Record<OwnItem['state'], ChipTone>> = { active: 'ok', processing: 'warn', review: 'warn', 'taken-down': 'bad' };

/** An item as its performer manages it: state, audience, price, what it earned; edited or deleted. */
export const OwnItemRow = ({ item, name, edit, icon, picture: given, fact, acts, deleteAsk, remove }: OwnItemRowProps) => {
  const t = useText();
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  const isShown = item.publishedAt !== null;
  const picture = given ?? item.thumbnail?.picture ?? item.files[0]?.picture;
  const onDelete = async () => {
    if (!(await remove.run())) return;
    setAsking(false);
    toast(t('model.deleted'), { tone: 'ok' });
  };
  return (
    <div className={styles.row}>
      <span className={styles.thumb}>{picture ? <img src={sourceFor(picture, 320)} alt="" loading="lazy" /> : icon}</span>
      <div className={styles.words}>
        <span className={classes(type.strong, type.clip)}>
          <bdi>{name}</bdi>
        </span>
        <span className={styles.chips}>
          <Chip tone={STATE_TONES[item.state] ?? 'plain'}>{t(textKeyOf(`model.state.${item.state}`))}</Chip>
          <Chip>{t(`model.audience.${item.audience}`)}</Chip>
          {item.price === null ? null : <PriceTag tokens={item.price} />}
          {item.isPinned ? <Chip icon={<IconPinnedFilled size={14} />}>{t('model.pinned')}</Chip> : null}
        </span>
        <span className={classes(type.tiny, type.faint)}>
          {fact ? `${fact}${isShown || item.scheduledAt ? ' · ' : ''}` : null}
          {(item.state === 'scheduled' || item.state === 'review') && item.scheduledAt ? format.date(item.scheduledAt, 'dayTime') : null}
          {item.publishedAt ? <TimeAgo instant={item.publishedAt} /> : null}
          {/* What nobody has seen yet has nothing to count. */}
          {isShown
            ? [
                '',
                t('model.likes', { count: item.counts.likes }),
                t('model.comments', { count: item.counts.comments }),
                ...(item.price === null ? [] : [t('model.unlocks', { count: item.counts.unlocks })]),
                t('model.earned', { earned: format.money(item.earned) }),
              ].join(' · ')
            : null}
        </span>
        {item.state === 'draft' && item.rejection ? (
          <span className={classes(type.small, styles.rejection)}>
            <b>{t('reviews.notApproved')}</b> <bdi>{item.rejection.note}</bdi>
          </span>
        ) : null}
      </div>
      <div className={styles.acts}>
        <IconButton
          label={`${t('model.edit')}: ${name}`}
          icon={<IconPencil size={20} stroke={1.75} />}
          {...(typeof edit === 'string' ? { to: edit } : { onClick: edit })}
        />
        {acts}
        <IconButton label={`${t('model.delete')}: ${name}`} icon={<IconTrash size={20} stroke={1.75} />} onClick={() => setAsking(true)} />
      </div>
      <Sheet
        opened={asking}
        onClose={() => setAsking(false)}
        title={deleteAsk}
        foot={
          <div className={styles.end}>
            <Button kind="lift" onClick={() => setAsking(false)}>
              {t('model.keep')}
            </Button>
            <Button kind="bad" busy={remove.busy} onClick={() => void onDelete()}>
              {t('model.delete')}
            </Button>
          </div>
        }
      >
        <p>{t('model.deleteText')}</p>
        <FormError error={remove.error ? { message: messageOr(remove.error, t('model.deleteFailed')), fields: {} } : null} fields={[]} />
      </Sheet>
    </div>
  );
};
