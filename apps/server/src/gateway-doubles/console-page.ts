import type { Delivery } from './delivery.ts';
import { html, type Markup, type Printable } from './html.ts';
import { type Brand, facts, page } from './pages.ts';

/** A sale as the console lists it. */
export interface ShownSale {
  id: string;
  title: string;
  status: string;
  facts: Record<string, Printable>;
  transactions: readonly { id: string; text: string }[];
  acts: readonly ShownAct[];
}

/** A button of the console. One with an amount has a field beside it. */
export interface ShownAct {
  act: string;
  label: string;
  withAmount?: boolean;
}

const MISHAPS: readonly ShownAct[] = [
  { act: 'lose', label: 'Lose the next' },
  { act: 'double', label: 'Double the next' },
  { act: 'delay', label: 'Delay the next by a minute' },
  { act: 'reorder', label: 'Swap the next two' },
  { act: 'hold', label: 'Hold the next' },
  { act: 'release', label: 'Release those held' },
];

const button = (action: string, label: string, more: Printable = ''): Markup =>
  html`<form method="post" action="${action}"><button>${label}</button>${more}</form>`;

const saleOf = (sale: ShownSale): Markup => html`<article class="sale" id="sale-${sale.id}">
<h2>${sale.title} <span class="badge">${sale.status}</span></h2>
${facts({ ...sale.facts, Transactions: html`${sale.transactions.map(({ id, text }) => html`<div><code>${id}</code> ${text}</div>`)}` })}
<div class="acts">${sale.acts.map(({ act, label, withAmount }) =>
  button(
    `/console/sales/${encodeURIComponent(sale.id)}/${act}`,
    label,
    withAmount ? html`<input name="amount" placeholder="all" aria-label="${label}: amount" inputmode="decimal">` : '',
  ),
)}</div></article>`;

const answersOf = ({ attempts }: Delivery): Printable =>
  attempts.length === 0
    ? '–'
    : attempts.map(
        ({ at, status, answer }) =>
          html`<div>${new Date(at).toISOString().slice(11, 19)} <strong>${status ?? 'no answer'}</strong> <code>${answer.slice(0, 120)}</code></div>`,
      );

const deliveryOf = (delivery: Delivery): Markup => html`<tr>
<td>${delivery.id}</td><td><strong>${delivery.event}</strong><br><span class="soft">${delivery.saleId}</span></td>
<td><span class="badge">${delivery.state}</span></td><td>${answersOf(delivery)}</td>
<td><details><summary>Content</summary><code>${delivery.method} ${new URLSearchParams(delivery.query).toString()}</code><br><code>${delivery.body}</code></details></td>
<td><div class="acts">${button(`/console/callbacks/${delivery.id}/resend`, 'Send again')}${
  delivery.state === 'waiting' ? button(`/console/callbacks/${delivery.id}/stop`, 'Give up') : ''
}</div></td></tr>`;

export interface ShownConsole {
  brand: Brand;
  callbackUrl: string;
  sales: readonly ShownSale[];
  deliveries: readonly Delivery[];
  problem: string | undefined;
  refusals: readonly string[];
  now: Date;
}

const CLOCK_STEPS = [1, 7, 30];

const clockOf = (now: Date): Markup => html`<section><h2>Clock</h2>
<p>It is ${now.toISOString().slice(0, 16).replace('T', ' ')} UTC here. Moving the clock charges the renewals that fall due.</p>
<div class="acts">${CLOCK_STEPS.map((days) =>
  button('/console/clock', `${days} ${days === 1 ? 'day' : 'days'} ahead`, html`<input type="hidden" name="days" value="${days}">`),
)}</div></section>`;

const refusalsOf = (refusals: readonly string[]): Markup =>
  html`<section><h2>Refused orders</h2>${
    refusals.length === 0 ? html`<p class="soft">None.</p>` : refusals.map((reason) => html`<p class="soft">${reason}</p>`)
  }</section>`;

/** The page on which the merchant sees sales and callbacks, and on which a tester makes things happen. */
export const consolePage = ({ brand, callbackUrl, sales, deliveries, problem, refusals, now }: ShownConsole): Markup =>
  page(
    brand,
    'Console',
    html`
${problem ? html`<section><p class="problem" role="alert">${problem}</p></section>` : ''}
<section><h1>Sales</h1>${sales.length === 0 ? html`<p class="soft">No sales yet. They appear once a buyer has paid.</p>` : sales.map(saleOf)}</section>
<section><h2>Callbacks</h2><p class="soft">Sent to <code>${callbackUrl}</code></p>
<div class="acts">${MISHAPS.map(({ act, label }) => button(`/console/next/${act}`, label))}</div>
${deliveries.length === 0 ? '' : html`<div class="scroll"><table><tr><th>No.</th><th>Event</th><th>State</th><th>Answers</th><th>Content</th><td></td></tr>${deliveries.map(deliveryOf)}</table></div>`}</section>
${clockOf(now)}${refusalsOf(refusals)}`,
    'wide',
  );
