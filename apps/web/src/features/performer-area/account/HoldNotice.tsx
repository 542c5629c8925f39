import { Button } from '../../../ui/Button.tsx';
import { Card, CardHead } from '../../../ui/Card.tsx';
import { classes } from '../../../ui/classes.ts';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from './account.module.css';
import type { PerformerCardProps } from './own-performer.ts';

/** The reason an admin has put the account on hold. */
export const HoldNotice = ({ performer }: Pick<PerformerCardProps, 'performer'>) => {
  const t = useText();
  return (
    <Card pad="lg" selected className={styles.stack}>
      <CardHead title={t('profiles.held')} />
      {performer.holdReason ? <p>{performer.holdReason}</p> : null}
      <div className={type.flexBetween}>
        <span className={classes(type.small, type.quiet)}>{t('profiles.heldText')}</span>
        <Button kind="lift" to="/contact">
          {t('profiles.contactUs')}
        </Button>
      </div>
    </Card>
  );
};
