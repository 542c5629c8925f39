import { LEDGER_ACCOUNT_KINDS } from '@stagedoor/contract/admin-money.values';
import { useText } from '../../../ui/text.ts';
import { FilterChoice } from '../../lists/tools/FilterChoice.tsx';

/** Narrows a list of the ledger to a kind of account. */
export const AccountChoice = ({ name }: { name: string }) => {
  const t = useText();
  return (
    <FilterChoice
      name={name}
      label={t('money.account')}
      any={t('money.anyAccount')}
      choices={LEDGER_ACCOUNT_KINDS.map((value) => ({ value, text: t(`money.accountKind.${value}`) }))}
    />
  );
};
