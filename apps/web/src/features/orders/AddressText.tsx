import type { DeliveryAddress } from '@stagedoor/contract/orders';
import { useData } from '../../app/data.ts';
import styles from './orders.module.css';

/** A postal address as on a parcel. */
export const AddressText = ({ address }: { address: DeliveryAddress }) => {
  const countries = useData('GET /countries/list', {});
  const country = countries.data?.data.find(({ code }) => code === address.country)?.name ?? address.country;
  const lines = [
    address.name,
    address.street,
    address.more,
    [address.postalCode, address.city].filter(Boolean).join(' '),
    address.region,
    country,
    address.phone,
  ].filter(Boolean);
  return (
    <address className={styles.address} translate="no">
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </address>
  );
};
