import { TEST_CARDS } from './cards.ts';
import { html, Markup, type Printable } from './html.ts';

/** The look of one company's pages. */
export interface Brand {
  name: string;
  /** A CSS color that is readable under white text. */
  color: string;
}

const STYLES = `
:root { color-scheme: light dark; --ground: light-dark(#f4f4f7, #15161b); --card: light-dark(#fff, #1f2128); --ink: light-dark(#1c1d22, #ececf1);
  --soft: light-dark(#5d6070, #a6a9b8); --line: light-dark(#dcdde5, #363945); --bad: light-dark(#a8201a, #ff9a92); --good: light-dark(#14663a, #7fd8a4); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
header { background: var(--brand); color: #fff; padding: 14px 20px; }
header strong { font-size: 1.1rem; letter-spacing: .01em; }
header span { display: block; font-size: .85rem; opacity: .9; }
main { max-width: 480px; margin: 24px auto; padding: 0 16px; }
main.wide { max-width: 1180px; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 20px; margin: 0 0 16px; }
h1 { font-size: 1.35rem; line-height: 1.25; margin: 0 0 12px; } h2 { font-size: 1.05rem; margin: 0 0 10px; }
p { margin: 0 0 12px; } p:last-child { margin-bottom: 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 0; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; text-align: right; }
.total { font-size: 1.7rem; font-weight: 650; font-variant-numeric: tabular-nums; margin: 0 0 4px; }
.soft { color: var(--soft); font-size: .9rem; } .problem { color: var(--bad); font-weight: 600; } .good { color: var(--good); }
label { display: block; margin: 0 0 12px; font-size: .9rem; color: var(--soft); }
input, select { display: block; width: 100%; min-height: 44px; margin-top: 4px; padding: 8px 12px; border: 1px solid var(--line); border-radius: 8px;
  background: var(--ground); color: var(--ink); font: inherit; }
input:focus-visible, button:focus-visible, summary:focus-visible, a:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
button { min-height: 44px; width: 100%; padding: 8px 16px; border: 1px solid transparent; border-radius: 8px; background: var(--brand); color: #fff;
  font: inherit; font-weight: 600; cursor: pointer; }
button.quiet { background: none; color: var(--ink); border-color: var(--line); font-weight: 500; margin-top: 8px; }
table { width: 100%; border-collapse: collapse; font-size: .9rem; } th { text-align: left; color: var(--soft); font-weight: 500; }
th, td { padding: 8px 10px 8px 0; border-bottom: 1px solid var(--line); vertical-align: top; } tr:last-child td { border-bottom: 0; }
code { font: .85em ui-monospace, monospace; overflow-wrap: anywhere; } code.number { white-space: nowrap; }
.scroll { overflow-x: auto; } .scroll td:not(:first-child) { min-width: 110px; }
.acts { display: flex; flex-wrap: wrap; gap: 8px; align-items: end; } .acts form { display: flex; gap: 6px; margin: 0; align-items: end; }
.acts button, .acts input { width: auto; min-height: 36px; margin: 0; padding: 4px 12px; font-size: .9rem; } .acts input { width: 88px; }
.acts button { background: none; color: var(--ink); border-color: var(--line); font-weight: 500; }
.sale { border-top: 1px solid var(--line); padding: 16px 0; } .sale:first-of-type { border-top: 0; padding-top: 0; }
.sale h2 { font-size: 1rem; margin: 0 0 4px; overflow-wrap: anywhere; } .sale dl { margin: 8px 0 12px; justify-content: start; } .sale dd { text-align: left; }
.badge { display: inline-block; border: 1px solid var(--line); border-radius: 99px; padding: 0 10px; font-size: .8rem; font-weight: 500; }
a { color: inherit; }
`;

/** A whole page of a company. */
export const page = (brand: Brand, title: string, content: Printable, layout: 'narrow' | 'wide' = 'narrow'): Markup => html`<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} – ${brand.name}</title>
<link rel="icon" href="data:,"><style>${new Markup(`:root { --brand: ${brand.color}; }${STYLES}`)}</style>
</head>
<body>
<header><strong>${brand.name}</strong><span>A simulated company for tests. No money moves.</span></header>
<main${layout === 'wide' ? html` class="wide"` : ''}>${content}</main>
</body></html>`;

/** Pairs of a term and its value. Empty values are left out. */
export const facts = (entries: Record<string, Printable>): Markup =>
  html`<dl>${Object.entries(entries)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([term, value]) => html`<dt>${term}</dt><dd>${value}</dd>`)}</dl>`;

export const hidden = (fields: Record<string, string>): Markup =>
  html`${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`;

/** The fields of a card form, filled with the test card that is approved. */
export const cardInputs = (email: string | undefined): Markup => html`
<label>Card number<input name="cardNumber" value="${TEST_CARDS.approved.number}" inputmode="numeric" autocomplete="off" list="cards" required></label>
<datalist id="cards">${Object.values(TEST_CARDS).map(({ number, label }) => html`<option value="${number}">${label}</option>`)}</datalist>
<div class="pair">
<label>Expires (MM/YY)<input name="expiry" value="12/34" autocomplete="off" required></label>
<label>Security code<input name="cvv" value="123" inputmode="numeric" autocomplete="off" required></label>
</div>
${email === undefined ? '' : html`<label>Email<input name="email" type="email" value="${email}" autocomplete="off"></label>`}`;

const testCards: Markup = html`<section><h2>Test cards</h2><table>
${Object.values(TEST_CARDS).map(({ number, label }) => html`<tr><td><code class="number">${number.replace(/(\d{4})(?=\d)/g, '$1 ')}</code></td><td>${label}</td></tr>`)}
</table></section>`;

/** An order as the buyer sees it. */
export interface ShownOrder {
  shop: string;
  description: string;
  total: string;
  terms: string;
  facts: Record<string, string>;
  /** The address that the forms are sent to, and the fields that identify the order. */
  action: string;
  order: Record<string, string>;
  email: string;
  problem: string | undefined;
  method: 'card' | 'account';
}

/** The page on which the buyer pays. */
export const orderPage = (brand: Brand, shown: ShownOrder): Markup =>
  page(
    brand,
    `Pay ${shown.shop}`,
    html`
<section><h1>${shown.description}</h1><p class="total">${shown.total}</p><p class="soft">${shown.terms}</p>${facts({ Shop: shown.shop, ...shown.facts })}</section>
<section><h2>Payment</h2>
${shown.problem ? html`<p class="problem" role="alert">${shown.problem}</p>` : ''}
<form id="pay" method="post" action="${shown.action}">${hidden({ ...shown.order, step: 'pay' })}
${shown.method === 'card' ? cardInputs(shown.email) : hidden({ account: 'approved' })}
<button>Pay ${shown.total}</button></form>
${shown.method === 'account' ? html`<form id="refuse" method="post" action="${shown.action}">${hidden({ ...shown.order, step: 'pay', account: 'declined' })}<button class="quiet">Let the bank decline</button></form>` : ''}
<form id="cancel" method="post" action="${shown.action}">${hidden({ ...shown.order, step: 'cancel' })}<button class="quiet">Cancel and return to the shop</button></form>
</section>
${shown.method === 'card' ? testCards : ''}`,
  );

/** The bank's own question to the card holder. */
export const challengePage = (brand: Brand, action: string, challenge: string, total: string): Markup =>
  page(
    brand,
    '3-D Secure',
    html`<section><h1>Your bank asks: is this you?</h1><p>3-D Secure check of a payment of ${total}.</p>
<form id="pass" method="post" action="${action}">${hidden({ step: 'challenge', challenge, passes: 'yes' })}<button>Yes, approve the payment</button></form>
<form id="fail" method="post" action="${action}">${hidden({ step: 'challenge', challenge, passes: 'no' })}<button class="quiet">Fail the check</button></form></section>`,
  );

/** A page with one sentence, for the end of a visit or an error. */
export const messagePage = (brand: Brand, title: string, text: string): Markup =>
  page(brand, title, html`<section><h1>${title}</h1><p>${text}</p></section>`);
