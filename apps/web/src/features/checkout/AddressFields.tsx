import { useData } from '../../app/data.ts';
import { Checkbox } from '../../ui/Check.tsx';
import { TextField } from '../../ui/Field.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import type { TypedAddress } from '../cart/saved-address.ts';
import styles from './checkout.module.css';

interface AddressFieldsProps {
  address: TypedAddress;
  onChange: (address: TypedAddress) => void;
  keeps: boolean;
  onKeep: (keeps: boolean) => void;
  /** Errors by property of the call. */
  errors: Readonly<Record<string, string>>;
}

/** The shipping address; autofilled by the browser, stored only on request. */
export const AddressFields = ({ address, onChange, keeps, onKeep, errors }: AddressFieldsProps) => {
  const t = useText();
  const countries = useData('GET /countries/list', {});
  const field = (name: keyof TypedAddress, autoComplete: string, maxLength: number) => ({
    name,
    autoComplete: `shipping ${autoComplete}`,
    maxLength,
    value: address[name],
    error: errors[`deliveryAddress.${name}`],
    onChange: (event: { currentTarget: { value: string } }) => onChange({ ...address, [name]: event.currentTarget.value }),
  });
  return (
    <div className={styles.address}>
      <h3 className={type.heading}>{t('shop.address')}</h3>
      <TextField label={t('shop.address.name')} required {...field('name', 'name', 120)} />
      <TextField label={t('shop.address.street')} required {...field('street', 'address-line1', 160)} />
      <TextField label={t('shop.address.more')} optional {...field('more', 'address-line2', 160)} />
      <div className={styles.addressTwo}>
        <TextField label={t('shop.address.postalCode')} optional {...field('postalCode', 'postal-code', 20)} />
        <TextField label={t('shop.address.city')} required {...field('city', 'address-level2', 80)} />
      </div>
      <TextField label={t('shop.address.region')} optional {...field('region', 'address-level1', 80)} />
      <SelectField
        label={t('shop.address.country')}
        required
        name="country"
        autoComplete="shipping country"
        placeholder={t('shop.address.choose')}
        value={address.country}
        error={errors['deliveryAddress.country']}
        choices={(countries.data?.data ?? []).map(({ code, name }) => ({ value: code, text: name }))}
        onChange={(event) => onChange({ ...address, country: event.currentTarget.value })}
      />
      <TextField label={t('shop.address.phone')} optional type="tel" hint={t('shop.address.phoneHint')} {...field('phone', 'tel', 30)} />
      <Checkbox label={t('shop.address.keep')} checked={keeps} onChange={(event) => onKeep(event.currentTarget.checked)} />
    </div>
  );
};
