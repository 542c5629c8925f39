import type { PerformerProfile } from '@stagedoor/contract/performers';
import { IconTag } from '@tabler/icons-react';
import { useBoot } from '../../app/boot.tsx';
import { useData } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { OfferBill, useOfferName } from '../checkout/OfferBill.tsx';
import type { Period } from '../checkout/renewal-line.ts';
import styles from './profile.module.css';

export interface OfferCardProps {
  profile: PerformerProfile;
  /** The code in the profile's address. */
  code: string;
  onSubscribe: (period: Period) => void;
}

/** What the offer link in the address gives, above the regular prices; or why it can't be used. */
const OfferCard = ({ profile, code, onSubscribe }: OfferCardProps) => {
  const t = useText();
  const format = useFormat();
  const nameOf = useOfferName();
  const { takesCards } = useBoot();
  const { data: link, error } = useData('GET /performers/{id}/offers/{code}', { params: { id: profile.username, code } });
  if (error) {
    if (error.code === 'ALREADY_SUBSCRIBED') return null;
    const isOwn = error.code === 'OWN_ITEM';
    return (
      <Card pad="lg" className={styles.offer}>
        <p className={type.small} role="status">
          <b>{isOwn ? t('offers.ownLink') : error.message}</b>
          {isOwn ? null : <span className={type.quiet}> {t('offers.refused')}</span>}
        </p>
      </Card>
    );
  }
  if (!link)
    return (
      <Card pad="lg" className={styles.offer}>
        <RowsSkeleton rows={2} />
      </Card>
    );
  return (
    <Card pad="lg" beam="glow" className={styles.offer}>
      <div className={styles.offerHead}>
        <h2 className={classes(type.display, type.s20)}>{t('offers.forYou')}</h2>
        <Chip tone="spot" icon={<IconTag size={14} stroke={1.75} />}>
          {nameOf(link)}
        </Chip>
      </div>
      <OfferBill link={link} />
      <Button kind="gold" size="lg" wide onClick={() => onSubscribe(link.plan)}>
        {t('offers.take')}
      </Button>
      <p className={classes(type.tiny, type.faint)}>
        {t(link.kind === 'trial' || !takesCards ? 'offers.choose' : 'offers.chooseOrCard')}{' '}
        {link.endsAt ? t('offers.canUseUntil', { date: format.periodDay(link.endsAt) }) : null}
      </p>
    </Card>
  );
};

export default OfferCard;
