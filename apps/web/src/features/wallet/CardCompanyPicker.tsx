import { classes } from '../../ui/classes.ts';
import { OptionCards } from '../../ui/OptionCards.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './wallet.module.css';
import type { CardCompanies } from './use-card-companies.ts';

interface CardCompanyPickerProps {
  of: CardCompanies;
  /** The sentence where no company takes the payment. */
  none: 'cards.none' | 'cards.noneTopUp' | 'cards.noneDebt';
}

/** Before a payment by card: the choice among several companies, and what the statement will show. */
export const CardCompanyPicker = ({ of: { offered, chosen, isNone, isPending, choose }, none }: CardCompanyPickerProps) => {
  const t = useText();
  if (isNone)
    return (
      <p className={type.small} role="status">
        {t(none)}
      </p>
    );
  // Holds the line's place, so that nothing below it moves.
  if (isPending && !chosen) return <p className={classes(type.small, styles.companyLine)}>&nbsp;</p>;
  if (!chosen) return null;
  const { title, statement } = chosen;
  const facts = [t('cards.by', { company: title }), statement ? t('cards.statement', { statement }) : ''];
  return (
    <div className={styles.companies}>
      {offered.length > 1 ? (
        <>
          <span className={type.label} aria-hidden="true">
            {t('cards.label')}
          </span>
          <OptionCards
            columns
            low
            label={t('cards.label')}
            name="gateway"
            value={chosen.name}
            onChange={choose}
            options={offered.map((company) => ({
              value: company.name,
              body: <span className={type.strong}>{company.title}</span>,
            }))}
          />
        </>
      ) : null}
      <p className={classes(type.small, type.quiet, styles.companyLine)} role="status">
        {facts.filter(Boolean).join(' ')}
      </p>
    </div>
  );
};
