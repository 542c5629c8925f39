import { type useAction } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { AuthHeading } from './AuthPanel.tsx';
import styles from './AuthPanel.module.css';
import { Button } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';

export type NotMeOutcome = NonNullable<Awaited<ReturnType<ReturnType<typeof useAction<'POST /verification/not-me'>>['run']>>>;

const DONE_LEAD = { kept: 'auth.notMeDoneLead', restored: 'auth.notMeRestoredLead', lost: 'auth.notMeLostLead' } as const;

/** The account is safe again: how to go on. */
export const NotMeDone = ({ outcome }: { outcome: NotMeOutcome }) => {
  const t = useText();
  const lead = [t(DONE_LEAD[outcome.address]), ...(outcome.isFrozen ? [t('auth.notMeFrozen')] : [])].join(' ');
  return (
    <>
      <PageTitle title={t('auth.notMeDone')} />
      <AuthHeading title={t('auth.notMeDone')} lead={lead} />
      <div className={styles.form} role="status">
        {outcome.address === 'lost' ? (
          <Button kind="gold" size="lg" wide to="/contact">
            {t('auth.notMeContact')}
          </Button>
        ) : (
          <Button kind="gold" size="lg" wide to="/auth/login">
            {t('auth.backToLogIn')}
          </Button>
        )}
      </div>
    </>
  );
};
