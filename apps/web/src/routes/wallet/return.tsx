import type { PurchaseRow } from '@stagedoor/contract/payments';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { call } from '../../app/browser-call.ts';
import { useAction, useData } from '../../app/data.ts';
import { safeReturn } from '../../app/guard.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { useRealtimeEvent } from '../../app/realtime.tsx';
import { useSessionStore } from '../../app/session.tsx';
import { settlePending } from '../../features/cart/use-cart.ts';
import { Page } from '../../app/shell/Columns.tsx';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { useFormat } from '../../ui/format.tsx';
import { type Translate, useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';

const POLL_MS = 1500;
/** Companies report within seconds; after this the page says that it needn't stay open. */
const LONG_MS = 15_000;

/** How an order stands, in a heading and a sentence. */
const wordsOf = (t: Translate, money: (amount: number) => string, order: PurchaseRow | undefined, isLong: boolean) => {
  const amount = money(order?.money ?? 0);
  switch (order?.state) {
    case 'paid':
      return { title: t('wallet.returnPaid'), text: t('cards.paidText', { amount }) };
    case 'failed':
      return { title: t('wallet.returnFailed'), text: t('wallet.returnNothing') };
    case 'cancelled':
      return { title: t('wallet.returnCancelled'), text: t('wallet.returnNothing') };
    case 'expired':
      return { title: t('cards.expired'), text: t('wallet.returnNothing') };
    case 'refunded':
      return { title: t('cards.returned'), text: t('cards.returnedText', { amount }) };
    case 'chargedBack':
      return { title: t('cards.chargedBack'), text: t('cards.chargedBackText', { amount }) };
    default:
      return { title: t('cards.confirming'), text: t(isLong ? 'cards.mayClose' : 'cards.confirmingText') };
  }
};

/** Leads back to the company's page of an order that is still open. */
const ToPaymentPage = ({ id, onOver }: { id: string; onOver: () => void }) => {
  const t = useText();
  const page = useAction('POST /payment/orders/{id}/page');
  const press = async () => {
    const opened = await page.run({ params: { id } });
    if (opened) location.assign(opened.redirectUrl);
    // Paid or closed meanwhile.
    else onOver();
  };
  return (
    <>
      <Button kind="lift" busy={page.busy} onClick={() => void press()}>
        {t('cards.toPage')}
      </Button>
      <FormError error={page.error} fields={[]} />
    </>
  );
};

/** The return page of the gateway: says how the order stands, and resumes the interrupted purchase once it is paid. */
const WalletReturn = () => {
  const t = useText();
  const format = useFormat();
  const navigate = useNavigate();
  const store = useSessionStore();
  const { id = '' } = useParams();
  const gone = useRef(false);
  const [isLong, setLong] = useState(false);
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
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, []);
  const isOpen = order?.state === 'created';
  const isClosed = order && !paid && !isOpen;
  const { title, text } = wordsOf(t, format.money, order, isLong);
  return (
    <Page>
      <PageTitle title={title} />
      <Empty
        level={1}
        title={title}
        text={text}
        action={
          isOpen && order.gateway !== null ? (
            <ToPaymentPage id={id} onOver={() => void refetch()} />
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
