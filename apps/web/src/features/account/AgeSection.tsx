import { IconRating18Plus } from '@tabler/icons-react';
import { useData } from '../../app/data.ts';
import { useAgeCheck } from '../../app/use-age-check.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { useFormat } from '../../ui/format.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { useText } from '../../ui/text.ts';
import styles from './account.module.css';
import { AccountRow, AccountSection } from './AccountSection.tsx';

/** How the account's age is known, and a new check. Not shown where the site verifies no age. @param leave goes to the provider */
export const AgeSection = ({ leave }: { leave?: (url: string) => void }) => {
  const t = useText();
  const format = useFormat();
  const { data: status } = useData('GET /age/check', {});
  const { begin, busy, error, obstacle } = useAgeCheck(leave);
  if (!status || (status.level !== 'verify' && !status.isVerified)) return null;
  const { isVerified, until, verifiedBy, provider } = status;
  const sentence = !isVerified
    ? t('account.ageNeeded')
    : until === null
      ? t('account.ageDocuments')
      : t('account.ageUntil', { date: format.date(until, 'dayYear'), name: verifiedBy ?? '' });
  const mayCheck = provider !== null && !(isVerified && until === null);
  return (
    <AccountSection title={t('account.age')} lead={t('account.ageLead')} id="age">
      <Card pad="none" className={styles.rows}>
        <AccountRow
          icon={<IconRating18Plus size={20} stroke={1.75} />}
          tone={isVerified ? 'on' : 'bad'}
          title={t('account.age')}
          aside={
            <Chip size="sm" tone={isVerified ? 'ok' : 'plain'}>
              {t(isVerified ? 'account.ageVerified' : 'account.ageNotVerified')}
            </Chip>
          }
          action={
            mayCheck ? (
              <Button kind={isVerified ? 'outline' : 'gold'} size="sm" busy={busy} onClick={() => void begin()}>
                {t(isVerified ? 'account.ageAgain' : 'account.ageVerify')}
              </Button>
            ) : null
          }
        >
          {sentence}
        </AccountRow>
      </Card>
      {obstacle ? <FieldError>{t(`gate.verify.${obstacle}`)}</FieldError> : null}
      <FormError error={error} fields={[]} />
    </AccountSection>
  );
};
