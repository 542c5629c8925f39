import type { Contract, ResponseOf } from '@stagedoor/contract';
import { useAction, useData } from '../../app/data.ts';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { Ticket } from '../../ui/Ticket.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { CardCompanyPicker } from './CardCompanyPicker.tsx';
import { useCardCompanies } from './use-card-companies.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import styles from './wallet.module.css';

interface DebtCardProps {
  /** Where the card company's page leads back to. */
  returnTo: string;
  /** What is owed, if it was loaded with the page. */
  initial?: ResponseOf<Contract['GET /payment/debt']> | undefined;
}

/** What the account owes after a chargeback, and its payment by card; nothing for those who owe nothing. */
export const DebtCard = ({ returnTo, initial }: DebtCardProps) => {
  const t = useText();
  const format = useFormat();
  const { data: debt } = useData('GET /payment/debt', {}, initial ? { initialData: initial } : {});
  const pay = useAction('POST /payment/debt');
  const cards = useCardCompanies(debt && debt.amount > 0 ? { money: debt.amount } : null);
  if (!debt || debt.amount <= 0) return null;
  const submit = async (): Promise<void> => {
    const made = await pay.run({ body: { returnTo, ...cards.body } });
    if (made) location.assign(made.redirectUrl);
  };
  return (
    <Card pad="lg" className={styles.debt}>
      <h2 className={type.heading}>{t('debt.title', { amount: format.money(debt.amount) })}</h2>
      <p className={classes(type.quiet, type.after)}>{t('debt.text')}</p>
      <div className={styles.companies}>
        <CardCompanyPicker of={cards} none="cards.noneDebt" />
      </div>
      <FormError error={pay.error} fields={[]} />
      <Ticket
        label={t('debt.pay')}
        money={debt.amount}
        below={t('wallet.card')}
        size="lg"
        busy={pay.busy}
        disabled={cards.isNone || cards.isPending}
        onClick={() => void submit()}
      />
    </Card>
  );
};
