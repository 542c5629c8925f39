import { useData } from '../../../app/data.ts';
import { TextField } from '../../../ui/Field.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { useText } from '../../../ui/text.ts';
import styles from './account.module.css';

/** One option per dialling code: countries that share one are listed together, the first few of them. */
const codesOf = (codes: readonly { name: string; code: string }[], known: string) => {
  const byCode = new Map<string, string[]>(known ? [[known, []]] : []);
  for (const { code, name } of codes) byCode.set(code, [...(byCode.get(code) ?? []), name]);
  return [...byCode]
    .map(([code, names]) => ({
      value: code,
      text: names.length === 0 ? code : `${code} ${names.slice(0, 3).join(', ')}${names.length > 3 ? '…' : ''}`,
    }))
    .sort((a, b) => Number(a.value.slice(1)) - Number(b.value.slice(1)));
};

interface PhoneFieldsProps {
  phone: string;
  code: string;
  onCode: (code: string) => void;
  errors: Readonly<Record<string, string>>;
}

/** A phone number and its dialling code. */
export const PhoneFields = ({ phone, code, onCode, errors }: PhoneFieldsProps) => {
  const t = useText();
  const codes = useData('GET /phone-codes/list', {});
  return (
    <div className={styles.phone}>
      <SelectField
        label={t('profiles.phoneCode')}
        name="phoneCode"
        data-unkept
        autoComplete="tel-country-code"
        value={code}
        placeholder={t('profiles.none')}
        onChange={(event) => onCode(event.currentTarget.value)}
        choices={codesOf(codes.data?.data ?? [], code)}
        error={errors['phoneCode']}
      />
      <TextField
        label={t('profiles.phone')}
        name="phone"
        type="tel"
        autoComplete="tel-national"
        maxLength={30}
        defaultValue={phone}
        error={errors['phone']}
      />
    </div>
  );
};
