import { useEffect, useRef } from 'react';
import { useNavigate, useParams } from 'react-router';
import { call } from '../../app/browser-call.ts';
import { useData } from '../../app/data.ts';
import { safeReturn } from '../../app/guard.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { useSessionStore } from '../../app/session.tsx';
import { settlePending } from '../../features/cart/use-cart.ts';
import { ToPaymentPage } from '../../features/wallet/ToPaymentPage.tsx';
import { orderWords } from '../../features/wallet/order-words.ts';
import { keepAnswered, usePaymentWait } from '../../features/wallet/use-payment-wait.ts';
import { Page } from '../../app/shell/Columns.tsx';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';

const POLL_MS = 1500;

/** The return page of the gateway: says how the order stands, and resumes the interrupted purchase once it is paid. */
const WalletReturn = () => {
  const t = useText();
  const format = useFormat();
  const navigate = useNavigate();
  const store = useSessionStore();
  const { id = '' } = useParams();
  const gone = useRef(false);
  const { isLong, answered } = usePaymentWait(id);
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
      toast(t('wallet.returnPaid'), { tone: 'ok' });
      // Paid items leave the cart; an order of the cart has nothing to resume.
      return navigate(settlePending(id) ? `/orders/${id}` : (back ?? '/wallet'), { replace: true });
    });
  }, [paid, back, id, navigate, store, t]);
  const isOpen = order?.state === 'created';
  const isClosed = order && !paid && !isOpen;
  const isDeclined = isOpen && order.declines > answered;
  const { title, text } = orderWords(t, format.money, order, { isLong, isDeclined });
  return (
    <Page>
      <PageTitle title={title} />
      <Empty
        level={1}
        title={title}
        text={text}
        action={
          isOpen && order.gateway !== null ? (
            <ToPaymentPage
              id={id}
              isGold={isDeclined || isLong}
              onLeave={() => keepAnswered(id, order.declines)}
              onOver={() => void refetch()}
            />
          ) : (
            <Button kind={isClosed ? 'gold' : 'lift'} to={isClosed && back ? back : '/wallet'}>
              {t(isClosed && back ? 'wallet.goOn' : 'wallet.toWallet')}
            </Button>
          )
        }
      />
    </Page>
  );
};

export default WalletReturn;
