import { useEffect, useRef } from 'react';
import { useNavigate, useParams } from 'react-router';
import { call } from '../../app/browser-call.ts';
import { useData } from '../../app/data.ts';
import { safeReturn } from '../../app/guard.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { useSessionStore } from '../../app/session.tsx';
import { settlePending } from '../../features/shop/use-cart.ts';
import { Page } from '../../app/shell/Columns.tsx';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';

const POLL_MS = 1500;

/** Back from the gateway: waits until the order is settled, then goes on where the purchase was interrupted. */
const WalletReturn = () => {
  const say = useText();
  const format = useFormat();
  const navigate = useNavigate();
  const store = useSessionStore();
  const { id = '' } = useParams();
  const gone = useRef(false);
  const { data: order, refetch } = useData('GET /payment/orders/{id}', { params: { id } }, { refetchInterval: POLL_MS });
  useRealtimeEvent('orders/changed', ({ orderId }) => {
    if (orderId === id) void refetch();
  });
  const paid = order?.state === 'paid';
  const back = safeReturn(order?.returnTo);
  useEffect(() => {
    if (!paid || gone.current) return;
    gone.current = true;
    void call('GET /users/me').then((me) => {
      store.set(me);
      toast(say('wallet.returnPaid'), { tone: 'ok' });
      // What was paid for leaves the cart, and there is nothing to go on with there.
      return navigate(settlePending(id) ? `/orders/${id}` : (back ?? '/wallet'), { replace: true });
    });
  }, [paid, back, id, navigate, store, say]);
  const closed = order && !paid && order.state !== 'created';
  const title = closed
    ? say(order.state === 'cancelled' ? 'wallet.returnCancelled' : 'wallet.returnFailed')
    : paid
      ? say('wallet.returnPaid')
      : say('wallet.returnWaiting');
  const text = closed
    ? say('wallet.returnNothing')
    : paid
      ? say('wallet.returnPaidText', { amount: format.money(order.money) })
      : say('wallet.returnWaitingText');
  return (
    <Page>
      <PageTitle title={title} />
      <Empty
        level={1}
        title={title}
        text={text}
        action={
          <Button kind={closed ? 'gold' : 'lift'} to={closed && back ? back : '/wallet'}>
            {say(closed && back ? 'wallet.goOn' : 'wallet.toWallet')}
          </Button>
        }
      />
    </Page>
  );
};

export default WalletReturn;
