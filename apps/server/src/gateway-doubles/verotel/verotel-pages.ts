import type { FastifyReply, FastifyRequest } from 'fastify';
import { printAmount } from '../amounts.ts';
import { readCard } from '../cards.ts';
import { printDate, printInterval, printPeriod, readPeriod } from '../dates.ts';
import { type DoubleServer, type Fields, formOf, queryOf, sendPage } from '../double-server.ts';
import { html, type Markup } from '../html.ts';
import { type Brand, cardInputs, challengePage, facts, messagePage, orderPage, page } from '../pages.ts';
import type { VerotelCompany } from './verotel-company.ts';
import { readVerotelOrder, shopOf, type VerotelOrder } from './verotel-orders.ts';
import type { VerotelSettings } from './verotel-options.ts';
import { declineAddress, successAddress } from './verotel-postbacks.ts';
import { isRecurring, type VerotelPayment, type VerotelSale } from './verotel-sales.ts';

export const VEROTEL_BRAND: Brand = { name: 'Verotel double', color: '#7a1f5c' };

const ORDER_PATH = '/startorder';
const CANCEL_PATH = '/cancel-subscription';

const NO_PERIOD = { months: 0, days: 0 };

const words = (period: string): string => printPeriod(readPeriod(period) ?? NO_PERIOD);

export const termsOf = ({ terms, price, currency }: VerotelOrder): string => {
  if (!terms) return 'One payment. It is not renewed.';
  if (terms.subscriptionType === 'one-time') return `Access for ${words(terms.period)}. It is not renewed.`;
  const rebills = `${printAmount(price)} ${currency} every ${printInterval(readPeriod(terms.period) ?? NO_PERIOD)} until cancelled.`;
  return terms.trial ? `For ${words(terms.trial.period)}, then ${rebills}` : rebills;
};

export interface VerotelPages {
  server: DoubleServer;
  company: VerotelCompany;
  settings: VerotelSettings;
  /** Sends what was queued and saves the state. */
  settle: () => Promise<void>;
  /** Records why an order was refused. */
  refuse: (reason: string) => void;
}

const dueNow = ({ price, currency, terms }: VerotelOrder): string => `${printAmount(terms?.trial?.amount ?? price)} ${currency}`;

const end = (reply: FastifyReply, address: string | undefined, title: string, text: string): FastifyReply =>
  address === undefined ? sendPage(reply, messagePage(VEROTEL_BRAND, title, text)) : reply.redirect(address, 303);

/** Adds the buyer's page of an order. */
export const addOrderPage = ({ server, company, settings, settle, refuse }: VerotelPages): void => {
  const { app } = server;

  const showOrder = (request: FastifyRequest, reply: FastifyReply, order: VerotelOrder, problem?: string): FastifyReply =>
    sendPage(
      reply,
      orderPage(VEROTEL_BRAND, {
        shop: settings.shops.find(({ shopID }) => shopID === order.shopID)?.name ?? '',
        description: order.description,
        total: dueNow(order),
        terms: termsOf(order),
        facts: { 'Website ID': order.shopID, Reference: order.referenceID ?? '', 'On your statement': 'VTSUP.COM *Stagedoor' },
        action: request.raw.url ?? '',
        order: {},
        email: order.email,
        problem,
        method: order.paymentMethod === 'CC' ? 'card' : 'account',
      }),
    );

  const approve = async (reply: FastifyReply, payment: VerotelPayment): Promise<FastifyReply> => {
    // The bank's page may have been open while the same order was paid in another tab.
    const obstacle = company.obstacle(payment.order);
    if (obstacle) return sendPage(reply, messagePage(VEROTEL_BRAND, 'Order refused', obstacle), 400);
    const sale = company.approve(payment);
    await settle();
    return end(reply, successAddress(settings, sale), 'Approved', `Thank you. Your sale has the number ${sale.saleID}.`);
  };

  const decline = (reply: FastifyReply, order: VerotelOrder): FastifyReply =>
    end(reply, declineAddress(settings, order), 'Declined', 'The payment was declined. Nothing was charged.');

  const payFromAccount = async (reply: FastifyReply, order: VerotelOrder, form: Fields): Promise<FastifyReply> =>
    form['account'] === 'approved' ? await approve(reply, { order, card: undefined, email: order.email }) : decline(reply, order);

  const pay = async (request: FastifyRequest, reply: FastifyReply, order: VerotelOrder, form: Fields): Promise<FastifyReply> => {
    if (order.paymentMethod !== 'CC') return await payFromAccount(reply, order, form);
    const read = readCard(form, settings.now());
    if ('problem' in read) return showOrder(request, reply, order, read.problem);
    const payment: VerotelPayment = { order, card: read.card, email: form['email'] ?? order.email };
    if (read.outcome === 'declined' || company.isBlacklisted(payment.email)) return decline(reply, order);
    if (read.outcome === 'approved') return await approve(reply, payment);
    const key = company.ask(payment);
    await settle();
    return sendPage(reply, challengePage(VEROTEL_BRAND, request.raw.url ?? '', key, dueNow(order)));
  };

  const orderOf = (request: FastifyRequest, reply: FastifyReply): VerotelOrder | undefined => {
    const order = readVerotelOrder(settings, queryOf(request));
    const problem = 'problem' in order ? order.problem : company.obstacle(order);
    if (problem !== undefined || 'problem' in order) {
      refuse(problem ?? '');
      sendPage(reply, messagePage(VEROTEL_BRAND, 'Order refused', problem ?? ''), 400);
      return undefined;
    }
    return order;
  };

  app.get(ORDER_PATH, (request, reply) => {
    const order = orderOf(request, reply);
    return order ? showOrder(request, reply, order) : reply;
  });

  app.post(ORDER_PATH, async (request, reply) => {
    const order = orderOf(request, reply);
    if (!order) return reply;
    const form = formOf(request);
    if (form['step'] === 'cancel') return decline(reply, order);
    if (form['step'] !== 'challenge') return await pay(request, reply, order, form);
    const payment = company.answered(form['challenge'] ?? '');
    if (!payment) return sendPage(reply, messagePage(VEROTEL_BRAND, 'Already answered', 'This payment was answered before.'), 409);
    return await (form['passes'] === 'yes' ? approve(reply, payment) : decline(reply, payment.order));
  });
};

const subscriptionPage = (sale: VerotelSale, action: string): Markup => {
  const { order, card, status, paidUntil, rebillAmount } = sale;
  const isActive = status === 'active' && isRecurring(sale);
  const discount = order.terms?.cancelDiscount;
  return html`<section><h1>${order.description}</h1>
${facts({
  State: status,
  Price: `${printAmount(rebillAmount)} ${order.currency}`,
  [isActive ? 'Next charge' : 'Access until']: paidUntil === undefined ? '' : printDate(paidUntil),
  Card: card && `${card.brand} ending in ${card.last4}`,
})}</section>
${
  isActive
    ? html`<section><h2>Cancel</h2><p>You keep access until the end of the period.</p>
${discount === undefined ? '' : html`<form id="stay" method="post" action="${action}"><input type="hidden" name="step" value="stay"><button>Stay for ${discount}% less</button></form>`}
<form id="cancel" method="post" action="${action}"><input type="hidden" name="step" value="cancel"><button class="quiet">Cancel the subscription</button></form></section>
<section><h2>Update your card</h2><form id="update" method="post" action="${action}"><input type="hidden" name="step" value="update">${cardInputs(undefined)}<button>Save</button></form></section>`
    : status === 'cancelled'
      ? html`<section><form id="resume" method="post" action="${action}"><input type="hidden" name="step" value="resume"><button>Resume the subscription</button></form></section>`
      : ''
}`;
};

const allowedSteps = (sale: VerotelSale): readonly string[] => {
  if (sale.status === 'cancelled') return ['resume'];
  if (sale.status !== 'active' || !isRecurring(sale)) return [];
  return ['cancel', 'update', ...(sale.order.terms?.cancelDiscount === undefined ? [] : ['stay'])];
};

/** Adds the page on which a buyer cancels a subscription. The site signs its address. */
export const addCancelPage = ({ server, company, settings, settle, refuse }: VerotelPages): void => {
  const { app } = server;

  const saleOf = (query: Fields): VerotelSale | string => {
    const shop = shopOf(settings, query);
    if ('problem' in shop) return shop.problem;
    const sale = company.state.sales.find(({ saleID, order }) => saleID === query['saleID'] && order.shopID === shop.shopID);
    return sale?.order.terms ? sale : 'saleID is no subscription of this shop.';
  };

  const show = (request: FastifyRequest, reply: FastifyReply, sale: VerotelSale, problem?: string): FastifyReply => {
    const said = problem ? html`<section><p class="problem" role="alert">${problem}</p></section>` : '';
    const content = html`${said}${subscriptionPage(sale, request.raw.url ?? '')}`;
    return sendPage(reply, page(VEROTEL_BRAND, 'Your subscription', content));
  };

  const answer = (request: FastifyRequest, reply: FastifyReply): VerotelSale | undefined => {
    const sale = saleOf(queryOf(request));
    if (typeof sale !== 'string') return sale;
    refuse(sale);
    sendPage(reply, messagePage(VEROTEL_BRAND, 'Refused', sale), 400);
    return undefined;
  };

  const acts: Record<string, (sale: VerotelSale, form: Fields) => unknown> = {
    cancel: ({ saleID }) => company.cancel(saleID, 'user'),
    resume: ({ saleID }) => company.uncancel(saleID),
    stay: ({ saleID, rebillAmount, order }) =>
      company.downgrade(saleID, Math.round((rebillAmount * (100 - (order.terms?.cancelDiscount ?? 0))) / 100)),
    update: ({ saleID }, form) => {
      const read = readCard(form, settings.now());
      if ('problem' in read) return read.problem;
      return company.updateCard(saleID, read.card);
    },
  };

  app.get(CANCEL_PATH, (request, reply) => {
    const sale = answer(request, reply);
    return sale ? show(request, reply, sale) : reply;
  });

  app.post(CANCEL_PATH, async (request, reply) => {
    const sale = answer(request, reply);
    if (!sale) return reply;
    const form = formOf(request);
    const allowed = allowedSteps(sale);
    const act = allowed.includes(form['step'] ?? '') ? acts[form['step'] ?? ''] : undefined;
    if (!act) return show(request, reply, sale, 'This can’t be done any more.');
    // An act that is refused returns its sentence.
    const problem = act(sale, form);
    await settle();
    return show(request, reply, sale, typeof problem === 'string' ? problem : undefined);
  });
};
