import type { AdminPromo } from '@stagedoor/contract/admin-site';
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react';
import { useSiteTime } from '../../../app/site-time.ts';
import { ActButton } from '../frame/ActButton.tsx';
import { wordsIn } from '../frame/languages.ts';
import styles from '../../../ui/admin/editor.module.css';
import { IconButton } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { Picture } from '../../../ui/Picture.tsx';
import { useLocale, useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';

const StateChip = ({ promo }: { promo: AdminPromo }) => {
  const t = useText();
  const now = useSiteTime();
  if (promo.isShown) return <Chip tone="ok">{t('sitePromos.shown')}</Chip>;
  if (!promo.isActive) return <Chip>{t('sitePromos.off')}</Chip>;
  const isLater = promo.startsAt !== null && new Date(promo.startsAt).getTime() > now;
  return <Chip tone="warn">{t(isLater ? 'sitePromos.later' : 'sitePromos.over')}</Chip>;
};

interface PromoRowProps {
  promo: AdminPromo;
  isFirst: boolean;
  isLast: boolean;
  isMoving: boolean;
  onMove: (step: -1 | 1) => void;
  onEdit: () => void;
  onDeleted: () => void;
}

/** A promo in the list: audience, period, state, and its acts. */
export const PromoRow = ({ promo, isFirst, isLast, isMoving, onMove, onEdit, onDeleted }: PromoRowProps) => {
  const t = useText();
  const locale = useLocale();
  const format = useFormat();
  const { startsAt, endsAt } = promo;
  const name = wordsIn(promo.title, locale);
  const period =
    startsAt || endsAt
      ? t('sitePromos.period', {
          from: startsAt ? format.date(startsAt, 'dayTime') : '…',
          until: endsAt ? format.date(endsAt, 'dayTime') : '…',
        })
      : t('sitePromos.always');
  return (
    <li className={styles.entry}>
      <div className={styles.entryLine}>
        <span className={styles.thumb}>{promo.picture ? <Picture picture={promo.picture} alt="" sizes="128px" /> : null}</span>
        <span className={styles.entryWords}>
          <span className={type.strong}>{name}</span>
          <span className={classes(type.tiny, type.faint)}>
            {t(`audience.${promo.audience}`)} · {period}
          </span>
          <span className={styles.chips}>
            <StateChip promo={promo} />
          </span>
        </span>
        <span className={styles.entryActs}>
          <IconButton
            size="sm"
            label={`${t('siteMenus.up')}: ${name}`}
            icon={<IconArrowUp size={20} stroke={1.75} />}
            disabled={isFirst || isMoving}
            onClick={() => onMove(-1)}
          />
          <IconButton
            size="sm"
            label={`${t('siteMenus.down')}: ${name}`}
            icon={<IconArrowDown size={20} stroke={1.75} />}
            disabled={isLast || isMoving}
            onClick={() => onMove(1)}
          />
          <IconButton size="sm" label={`${t('siteMenus.edit')}: ${name}`} icon={<IconPencil size={20} stroke={1.75} />} onClick={onEdit} />
          <ActButton
            size="sm"
            icon={<IconTrash size={20} stroke={1.75} />}
            isIconOnly
            write="DELETE /admin/promos/{id}"
            input={{ params: { id: promo._id } }}
            label={`${t('sitePages.delete')}: ${name}`}
            title={t('sitePromos.deleteTitle')}
            text={t('sitePromos.deleteText')}
            act={t('sitePages.delete')}
            onDone={onDeleted}
          />
        </span>
      </div>
    </li>
  );
};
