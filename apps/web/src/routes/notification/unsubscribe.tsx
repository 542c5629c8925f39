import { useSearchParams } from 'react-router';
import { useState } from 'react';
import type { NotificationKind } from '@stagedoor/contract/notifications.values';
import { useAction } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** The page behind the link of a mail: one press ends the mails of its kind, without logging in. */
const Unsubscribe = () => {
  const t = useText();
  const token = useSearchParams()[0].get('token') ?? '';
  const end = useAction('POST /notifications/unsubscribe');
  const [ended, setEnded] = useState<NotificationKind | null>(null);
  const press = async () => {
    const answer = await end.run({ body: { token } });
    if (answer) setEnded(answer.kind);
  };
  return (
    <Page>
      <PageTitle title={t('notifications.unsubscribe')} />
      <Card pad="lg">
        <h1 className={classes(type.display, type.s26, type.after)}>{t('notifications.unsubscribe')}</h1>
        {ended ? (
          <p role="status">{t('notifications.unsubscribed', { kind: t(`notifications.kind.${ended}`) })}</p>
        ) : (
          <>
            <p className={classes(type.quiet, type.after)}>{t('notifications.unsubscribeText')}</p>
            <FormError error={end.error} fields={[]} />
            <Button kind="gold" wide busy={end.busy} onClick={() => void press()}>
              {t('notifications.unsubscribePress')}
            </Button>
          </>
        )}
        {ended ? (
          <Button kind="lift" wide to="/account#notifications">
            {t('notifications.toChoices')}
          </Button>
        ) : null}
      </Card>
    </Page>
  );
};

export default Unsubscribe;
