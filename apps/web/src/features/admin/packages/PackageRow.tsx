import { isolated } from '@stagedoor/contract/visible-text.values';
import type { ManagedPackage } from '@stagedoor/contract/wallet';
import { IconArrowDown, IconArrowUp, IconPencil } from '@tabler/icons-react';
import styles from '../../../ui/admin/offers.module.css';
import { Amount, Money } from '../../../ui/Amount.tsx';
import { IconButton } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { tokensToMoney } from '../../../ui/tokens-to-money.ts';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';

/** The difference between a package's price and the value of its tokens, in words; nothing if there is none. */
const useDifference = () => {
  const t = useText();
  const format = useFormat();
  return ({ tokens, price }: ManagedPackage): string | null => {
    const worth = tokensToMoney(tokens, format.tokenValue);
    const percent = Math.round((Math.abs(worth - price) / worth) * 1000) / 10;
    return percent === 0 ? null : t(price < worth ? 'packages.below' : 'packages.above', { percent: format.percent(percent) });
  };
};

interface PackageRowProps {
  managed: ManagedPackage;
  isFirst: boolean;
  isLast: boolean;
  isMoving: boolean;
  onMove: (step: -1 | 1) => void;
  onEdit: () => void;
}

/** A package in the list: tokens, price, state, and its acts. */
export const PackageRow = ({ managed, isFirst, isLast, isMoving, onMove, onEdit }: PackageRowProps) => {
  const t = useText();
  const format = useFormat();
  const difference = useDifference()(managed);
  return (
    <li className={classes(styles.package, !managed.active && styles.off)}>
      <span className={styles.words}>
        <span className={type.strong}>
          <bdi>{managed.name}</bdi>
        </span>
        <Amount tokens={managed.tokens} trim className={styles.sum} />
      </span>
      <span className={styles.price}>
        <Money value={managed.price} className={styles.sum} />
        <span className={classes(type.tiny, type.faint)}>
          {t('packages.aToken', { money: format.money(Math.round((managed.price / managed.tokens) * 100) / 100) })}
          {difference ? ` · ${difference}` : ''}
        </span>
      </span>
      <Chip tone={managed.active ? 'ok' : 'plain'}>{t(managed.active ? 'packages.on' : 'packages.off')}</Chip>
      <span className={styles.acts}>
        <IconButton
          size="sm"
          label={`${t('packages.up')}: ${isolated(managed.name)}`}
          icon={<IconArrowUp size={20} stroke={1.75} />}
          disabled={isFirst || isMoving}
          onClick={() => onMove(-1)}
        />
        <IconButton
          size="sm"
          label={`${t('packages.down')}: ${isolated(managed.name)}`}
          icon={<IconArrowDown size={20} stroke={1.75} />}
          disabled={isLast || isMoving}
          onClick={() => onMove(1)}
        />
        <IconButton
          size="sm"
          label={`${t('packages.change')}: ${isolated(managed.name)}`}
          icon={<IconPencil size={20} stroke={1.75} />}
          onClick={onEdit}
        />
      </span>
    </li>
  );
};
