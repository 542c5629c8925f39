import { useData } from '../../app/data.ts';
import { Checkbox } from '../../ui/Check.tsx';
import { SelectField, TextField } from '../../ui/Field.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import type { TypedAddress } from '../shop/kept-address.ts';
import styles from './checkout.module.css';

interface AddressFieldsProps {
  address: TypedAddress;
  onChange: (address: TypedAddress) => void;
  keeps: boolean;
  onKeep: (keeps: boolean) => void;
  /** By property of the call. */
  errors: Readonly<Record<string, string>>;
}

/** Where what is sent by post goes; the browser fills it in, and keeps it only if asked to. */
export const AddressFields = ({ address, onChange, keeps, onKeep, errors }: AddressFieldsProps) => {
  const say = useText();
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
      <h3 className={type.heading}>{say('shop.address')}</h3>
      <TextField label={say('shop.address.name')} required {...field('name', 'name', 120)} />
      <TextField label={say('shop.address.street')} required {...field('street', 'address-line1', 160)} />
      <TextField label={say('shop.address.more')} optional {...field('more', 'address-line2', 160)} />
      <div className={styles.addressTwo}>
        <TextField label={say('shop.address.postalCode')} optional {...field('postalCode', 'postal-code', 20)} />
        <TextField label={say('shop.address.city')} required {...field('city', 'address-level2', 80)} />
      </div>
      <TextField label={say('shop.address.region')} optional {...field('region', 'address-level1', 80)} />
      <SelectField
        label={say('shop.address.country')}
        required
        name="country"
        autoComplete="shipping country"
        placeholder={say('shop.address.choose')}
        value={address.country}
        error={errors['deliveryAddress.country']}
        choices={(countries.data ?? []).map(({ code, name }) => ({ value: code, text: name }))}
        onChange={(event) => onChange({ ...address, country: event.currentTarget.value })}
      />
      <TextField
        label={say('shop.address.phone')}
        optional
        type="tel"
        hint={say('shop.address.phoneHint')}
        {...field('phone', 'tel', 30)}
      />
      <Checkbox label={say('shop.address.keep')} checked={keeps} onChange={(event) => onKeep(event.currentTarget.checked)} />
    </div>
  );
};
