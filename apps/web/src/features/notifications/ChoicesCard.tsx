import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { Choices } from './Choices.tsx';

/** Which kinds of notifications reach the account, and how. */
export const ChoicesCard = () => {
  const t = useText();
  return (
    <Card pad="lg">
      <h2 id="notifications" className={classes(type.display, type.s26)}>
        {t('notifications.choices')}
      </h2>
      <p className={classes(type.small, type.quiet)}>{t('notifications.choicesText')}</p>
      <Choices />
    </Card>
  );
};
