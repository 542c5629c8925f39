import { IconFlag, IconScaleOutline } from '@tabler/icons-react';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { useText } from '../../ui/text.ts';
import styles from './account.module.css';
import { AccountRow, AccountSection } from './AccountSection.tsx';

/** The way to the account's reports, and to decisions about it. */
export const DecisionsSection = () => {
  const t = useText();
  return (
    <AccountSection title={t('sentReports.section')} lead={t('sentReports.sectionLead')} id="decisions">
      <Card pad="none" className={styles.rows}>
        <AccountRow
          icon={<IconFlag size={20} stroke={1.75} />}
          title={t('sentReports.title')}
          action={
            <Button kind="outline" size="sm" to="/account/reports">
              {t('sentReports.show')}
            </Button>
          }
        >
          {t('sentReports.lead')}
        </AccountRow>
        <AccountRow
          icon={<IconScaleOutline size={20} stroke={1.75} />}
          title={t('decisions.title')}
          action={
            <Button kind="outline" size="sm" to="/account/decisions" aria-label={t('decisions.show')}>
              {t('sentReports.show')}
            </Button>
          }
        >
          {t('decisions.rowText')}
        </AccountRow>
      </Card>
    </AccountSection>
  );
};
