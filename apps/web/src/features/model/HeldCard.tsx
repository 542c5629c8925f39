import { Button } from '../../ui/Button.tsx';
import { Card, CardHead } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './model.module.css';
import type { PerformerCardProps } from './own-performer.ts';

/** Why an admin holds the account at profile and payout. */
export const HeldCard = ({ performer }: Pick<PerformerCardProps, 'performer'>) => {
  const say = useText();
  return (
    <Card pad="lg" selected className={styles.stack}>
      <CardHead title={say('profiles.held')} />
      {performer.holdReason ? <p>{performer.holdReason}</p> : null}
      <div className={type.flexBetween}>
        <span className={classes(type.small, type.quiet)}>{say('profiles.heldText')}</span>
        <Button kind="lift" to="/contact">
          {say('profiles.contactUs')}
        </Button>
      </div>
    </Card>
  );
};
