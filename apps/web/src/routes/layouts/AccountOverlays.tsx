import { useSession } from '../../app/session.tsx';
import { MessageDelivery } from '../../features/messages/MessageDelivery.tsx';
import { WalletSync } from '../../features/wallet/WalletSync.tsx';

/** What only accounts need on every page. What is private stays so for an admin who views the site as the account. */
const AccountOverlays = () => {
  const user = useSession();
  return user ? (
    <>
      <WalletSync />
      {user.actingAdmin ? null : <MessageDelivery key={user._id} />}
    </>
  ) : null;
};

export default AccountOverlays;
