import type { OwnGift } from '@stagedoor/contract/gifts';
import { IconArrowDown, IconArrowUp, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import styles from './gifts.module.css';
import { Amount } from '../../ui/Amount.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

interface OwnGiftTileProps {
  gift: OwnGift;
  onEdit: () => void;
  /** Missing for the first. */
  onUp?: () => void;
  /** Missing for the last. */
  onDown?: () => void;
  onRemove: () => void;
}

const icon = { size: 20, stroke: 1.75 } as const;

/** An own gift: picture, price, how often it was given, and its acts. */
export const OwnGiftTile = ({ gift, onEdit, onUp, onDown, onRemove }: OwnGiftTileProps) => {
  const t = useText();
  const format = useFormat();
  return (
    <li className={styles.tile}>
      <img className={styles.tilePicture} src={gift.image} alt="" width={96} height={96} />
      <span className={styles.tileName}>
        <bdi>{gift.name}</bdi>
      </span>
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
