import type { GatewayName } from '@stagedoor/contract/gateways.values';
import type { LinkOffer } from '@stagedoor/contract/offer-links';
import type { PerformerProfile } from '@stagedoor/contract/performers';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import type { ApiError } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { useAction } from '../../app/data.ts';
import { useSessionStore } from '../../app/session.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type { Period } from './renewal-line.ts';

export interface SubscribeTerms {
  period: Period;
  /** The link's offer, if it was taken. */
  taken: LinkOffer | null;
  isFree: boolean;
  method: 'wallet' | 'card';
  renews: boolean;
  /** The card company that the fan chose. */
  gateway?: GatewayName;
}

/** Another tab was faster. */
const isThere = ({ refusal }: { refusal: () => ApiError | null }) => refusal()?.code === 'ALREADY_SUBSCRIBED';

/** Subscribes in one press: free, from the wallet, or on the card company's page. */
export const useSubscribe = (
  profile: PerformerProfile,
  { onRefused, onSubscribed }: { onRefused: () => void; onSubscribed: () => void },
) => {
  const t = useText();
  const address = useLocation();
  const store = useSessionStore();
  const client = useQueryClient();
  const order = useAction('POST /payment/subscribe-performer');
  const pay = useAction('POST /wallet-transactions/pay-wallet/{id}');
  const free = useAction('POST /subscriptions/free-subscribe');

  const done = async (words: string) => {
    toast(words, { tone: 'ok' });
    store.set(await call('GET /users/me'));
    await client.invalidateQueries({ queryKey: ['GET /performers/{id}'] });
    await client.invalidateQueries({ queryKey: ['items'] });
    onSubscribed();
  };
  const afterRefusal = async (action: { refusal: () => ApiError | null }, taken: LinkOffer | null) => {
    if (isThere(action)) await done(t('profile.youHaveASeat'));
    else if (taken) onRefused();
  };
  const subscribeFree = async ({ taken, renews }: SubscribeTerms) => {
    const code = taken ? { offer: taken.code } : {};
    if (await free.run({ body: { performerId: profile._id, renews, ...code } })) await done(t('checkout.subscribedToast'));
    else await afterRefusal(free, taken);
  };
  const subscribePaid = async ({ period, taken, method, renews, gateway }: SubscribeTerms) => {
    const made = await order.run({
      body: {
        performerId: profile._id,
        type: taken?.plan ?? period,
        renews: renews && method === 'wallet',
        priceVersion: profile.subscription.priceVersion,
        method,
        ...(gateway && method === 'card' ? { gateway } : {}),
        returnTo: address.pathname + address.search,
        ...(taken ? { offer: taken.code } : {}),
      },
    });
    if (!made) return afterRefusal(order, taken);
    if (method === 'card') return location.assign(made.redirectUrl);
    if (await pay.run({ params: { id: made.orderId } })) await done(t('checkout.subscribedToast'));
    else await afterRefusal(pay, null);
  };
  return {
    busy: order.busy || pay.busy || free.busy,
    error: order.error ?? pay.error ?? free.error,
    subscribe: (terms: SubscribeTerms) => (terms.isFree ? subscribeFree(terms) : subscribePaid(terms)),
  };
};
