import type { FastifyReply, FastifyRequest } from 'fastify';
import { printAmount } from '../amounts.ts';
import { readCard } from '../cards.ts';
import { withQuery } from '../delivery.ts';
import { type DoubleServer, type Fields, formOf, partOf, queryOf, sendPage } from '../double-server.ts';
import { html, type Markup } from '../html.ts';
import { type Brand, cardInputs, challengePage, facts, messagePage, orderPage, page } from '../pages.ts';
import type { CcbillCompany } from './ccbill-company.ts';
import { dayOf } from './ccbill-events.ts';
import { CCBILL_CURRENCIES, type CcbillForm, type CcbillSettings } from './ccbill-options.ts';
import { type CcbillOrder, readCcbillOrder, UNTIL_CANCELLED } from './ccbill-orders.ts';
import type { CcbillChallenge, CcbillSale } from './ccbill-sales.ts';

export const CCBILL_BRAND: Brand = { name: 'CCBill double', color: '#1d4f91' };

const FORM_PATH = '/wap-frontflex/flexforms/:formId';

const moneyOf = (amount: number, code: string): string => `${printAmount(amount)} ${CCBILL_CURRENCIES[code] ?? code}`;

export const termsOf = ({ recurring, initialPeriod, currencyCode }: CcbillOrder): string => {
  if (!recurring) return `One payment for ${initialPeriod} days. It is not renewed.`;
  const end = recurring.rebills === UNTIL_CANCELLED ? 'until cancelled' : `${recurring.rebills} times`;
  return `For ${initialPeriod} days, then ${moneyOf(recurring.price, currencyCode)} every ${recurring.period} days ${end}.`;
};

export interface CcbillPages {
  server: DoubleServer;
  company: CcbillCompany;
  settings: CcbillSettings;
  /** Sends what was queued and saves the state. */
  settle: () => Promise<void>;
  /** Records why a form was refused; the buyer sees the generic page. */
  refuse: (reason: string) => void;
}

/** The address that a buyer is sent back to. `{name}` stands for a pass-through value. */
const returnAddress = (address: string, order: CcbillOrder, more: Fields, settings: CcbillSettings): string => {
  const filled = address.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(order.passThrough[name] ?? ''));
  return withQuery(filled, settings.reading.returnCarries === 'nothing' ? {} : { ...order.passThrough, ...more });
};

const formOfOrder = (settings: CcbillSettings, order: CcbillOrder): CcbillForm | undefined =>
  settings.subaccounts.find(({ clientSubacc }) => clientSubacc === order.clientSubacc)?.forms.find(({ id }) => id === order.formId);

const end = (reply: FastifyReply, address: string | undefined, title: string, text: string): FastifyReply =>
  address === undefined ? sendPage(reply, messagePage(CCBILL_BRAND, title, text)) : reply.redirect(address, 303);

/** Adds the buyer's page of a FlexForm. */
export const addFormPage = ({ server, company, settings, settle, refuse }: CcbillPages): void => {
  const { app } = server;

  const showOrder = (request: FastifyRequest, reply: FastifyReply, order: CcbillOrder, problem?: string): FastifyReply =>
    sendPage(
      reply,
      orderPage(CCBILL_BRAND, {
        shop: settings.subaccounts.find(({ clientSubacc }) => clientSubacc === order.clientSubacc)?.shop ?? '',
        description: order.recurring ? 'Subscription' : 'Single purchase',
        total: moneyOf(order.initialPrice, order.currencyCode),
        terms: termsOf(order),
        facts: { Account: `${settings.clientAccnum}-${order.clientSubacc}`, 'On your statement': 'CCBill.com *Stagedoor' },
        action: request.raw.url ?? '',
        order: {},
        email: order.prefill['email'] ?? '',
        problem,
        method: 'card',
      }),
    );

  const approve = async (reply: FastifyReply, payment: CcbillChallenge): Promise<FastifyReply> => {
    const sale = company.approve(payment);
    await settle();
    const address = formOfOrder(settings, payment.order)?.approvalUrl;
    const back = address && returnAddress(address, payment.order, { subscriptionId: sale.subscriptionId }, settings);
    return end(reply, back, 'Approved', `Thank you. Your subscription number is ${sale.subscriptionId}.`);
  };

  const deny = async (reply: FastifyReply, payment: CcbillChallenge): Promise<FastifyReply> => {
    const denialId = company.deny(payment);
    await settle();
    const address = formOfOrder(settings, payment.order)?.denialUrl;
    return end(
      reply,
      address && returnAddress(address, payment.order, { denialId }, settings),
      'Declined',
      'The bank declined the payment.',
    );
  };

  const pay = async (request: FastifyRequest, reply: FastifyReply, order: CcbillOrder, form: Fields): Promise<FastifyReply> => {
    const read = readCard(form, settings.now());
    if ('problem' in read) return showOrder(request, reply, order, read.problem);
    const customer = { ...order.prefill, ...(form['email'] ? { email: form['email'] } : {}) };
    const payment: CcbillChallenge = { order, card: read.card, customer, ip: request.ip };
    if (read.outcome === 'approved') return await approve(reply, payment);
    if (read.outcome === 'declined') return await deny(reply, payment);
    const total = moneyOf(order.initialPrice, order.currencyCode);
    const key = company.ask(payment);
    await settle();
    return sendPage(reply, challengePage(CCBILL_BRAND, request.raw.url ?? '', key, total));
  };

  const orderOf = (request: FastifyRequest, reply: FastifyReply): CcbillOrder | undefined => {
    const order = readCcbillOrder(settings, partOf(request, 'formId'), queryOf(request));
    if (!('problem' in order)) return order;
    refuse(order.problem);
    sendPage(reply, messagePage(CCBILL_BRAND, '500', 'We’re sorry, an error has occurred. Please contact the merchant.'), 500);
    return undefined;
  };

  app.get(FORM_PATH, (request, reply) => {
    const order = orderOf(request, reply);
    return order ? showOrder(request, reply, order) : reply;
  });

  app.post(FORM_PATH, async (request, reply) => {
    const order = orderOf(request, reply);
    if (!order) return reply;
    const form = formOf(request);
    if (form['step'] === 'cancel') {
      const { cancelUrl, denialUrl } = formOfOrder(settings, order) ?? {};
      const address = cancelUrl ?? denialUrl;
      return end(reply, address && returnAddress(address, order, {}, settings), 'Cancelled', 'Nothing was charged.');
    }
    if (form['step'] !== 'challenge') return await pay(request, reply, order, form);
    const payment = company.answered(form['challenge'] ?? '');
    if (!payment) return sendPage(reply, messagePage(CCBILL_BRAND, 'Already answered', 'This payment was answered before.'), 409);
    return await (form['passes'] === 'yes' ? approve(reply, payment) : deny(reply, payment));
  });
};

const consumerSearch: Markup = html`<section><h1>Consumer support</h1><p class="soft">Find your subscription by its number and your email.</p>
<form id="find" method="get" action="/consumer"><label>Subscription number<input name="subscriptionId" required></label>
<label>Email<input name="email" type="email"></label><button>Find</button></form></section>`;

const consumerSale = (settings: CcbillSettings, sale: CcbillSale): Markup => {
  const { subscriptionId, order, card, customer, status, paidUntil } = sale;
  const action = `/consumer/${subscriptionId}`;
  return html`<section><h1>Subscription ${subscriptionId}</h1>
${facts({ State: status, Terms: termsOf(order), [status === 'active' && order.recurring ? 'Renews' : 'Ends']: dayOf(settings, paidUntil), Card: `${card.brand} ending in ${card.last4}` })}</section>
<section><h2>Update your card and data</h2><form id="update" method="post" action="${action}/update">
<label>First name<input name="customer_fname" value="${customer['customer_fname']}"></label>
<label>Last name<input name="customer_lname" value="${customer['customer_lname']}"></label>
${cardInputs(customer['email'] ?? '')}<button>Save</button></form></section>
${status === 'active' && order.recurring ? html`<section><h2>Cancel</h2><p>You keep access until the end of the period.</p><form id="cancel" method="post" action="${action}/cancel"><button class="quiet">Cancel the subscription</button></form></section>` : ''}`;
};

/** Adds the page on which buyers look after their subscriptions. */
export const addConsumerPages = ({ server, company, settings, settle }: CcbillPages): void => {
  const { app } = server;
  const show = (reply: FastifyReply, content: Markup, problem?: string): FastifyReply =>
    sendPage(
      reply,
      page(
        CCBILL_BRAND,
        'Consumer support',
        html`${problem ? html`<section><p class="problem" role="alert">${problem}</p></section>` : ''}${content}`,
      ),
    );
  const find = (subscriptionId: string): CcbillSale | undefined => company.state.sales.find((one) => one.subscriptionId === subscriptionId);

  app.get('/consumer', (request, reply) => {
    const { subscriptionId, email } = queryOf(request);
    if (subscriptionId === undefined) return show(reply, consumerSearch);
    const sale = find(subscriptionId);
    const isBuyers = sale && (!sale.customer['email'] || sale.customer['email'] === email);
    return isBuyers
      ? show(reply, consumerSale(settings, sale))
      : show(reply, consumerSearch, 'There is no such subscription with this email.');
  });

  app.post('/consumer/:subscriptionId/cancel', async (request, reply) => {
    const sale = find(partOf(request, 'subscriptionId'));
    if (sale?.status !== 'active') return show(reply, consumerSearch, 'This subscription is not active.');
    company.cancel(sale.subscriptionId, 'consumer');
    await settle();
    return show(reply, consumerSale(settings, sale));
  });

  app.post('/consumer/:subscriptionId/update', async (request, reply) => {
    const sale = find(partOf(request, 'subscriptionId'));
    if (!sale) return show(reply, consumerSearch, 'There is no such subscription.');
    const form = formOf(request);
    const read = readCard(form, settings.now());
    if ('problem' in read) return show(reply, consumerSale(settings, sale), read.problem);
    const { customer_fname = '', customer_lname = '', email = '' } = form;
    company.updateCustomer(sale.subscriptionId, { customer_fname, customer_lname, email }, read.card);
    await settle();
    return show(reply, consumerSale(settings, sale));
  });
};
