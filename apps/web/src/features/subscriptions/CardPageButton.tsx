import { useState } from 'react';
import { useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './subscriptions.module.css';

/** Leads to the card company's page where the card of a subscription is changed; says so where the company has none. */
export const CardPageButton = ({ id, company }: { id: string; company: string }) => {
  const t = useText();
  const page = useAction('GET /subscriptions/{id}/card-page');
  const [hasNone, setHasNone] = useState(false);
  const press = async () => {
    const answer = await page.run({ params: { id } });
    if (answer?.url) location.assign(answer.url);
    else if (answer) setHasNone(true);
  };
  if (hasNone)
    return (
      <span className={classes(type.small, type.quiet)} role="status">
        {t('cards.noPage', { company })}
      </span>
    );
  return (
    <>
      <span className={styles.agree}>
        <Button kind="gold" size="sm" busy={page.busy} onClick={() => void press()}>
          {t('cards.update')}
        </Button>
      </span>
      <FormError error={page.error} fields={[]} />
    </>
  );
};
