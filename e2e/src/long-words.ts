import { openPool } from '@stagedoor/server/platform/testing/database';
import { picture } from '@stagedoor/server/testing/factories';
import type { Page } from 'playwright-core';
import type { Screens } from './screens.ts';

/** Eighty letters without a place to break. */
export const LONG_WORD = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellscha';
/** Enough of it to find an element by. */
const PART = 'dampfschiff';

/** Columns of texts that people write, by table. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  accounts: ['name'],
  account_notes: ['text'],
  blocks: ['reason'],
  comments: ['content'],
  coupons: ['name'],
  emojis: ['name'],
  files: ['alt_text'],
  gifts: ['name'],
  item_contents: ['title', 'text'],
  items: ['title'],
  messages: ['text'],
  offer_links: ['name'],
  order_lines: ['title', 'shipping_note', 'complaint_text', 'complaint_note'],
  orders: ['item_title'],
  participants: ['legal_name', 'stage_name'],
  payout_requests: ['note'],
  performers: ['first_name', 'last_name', 'city', 'craft', 'bio'],
  planned_shows: ['title'],
  poll_options: ['text'],
  polls: ['question'],
  reports: ['title', 'text', 'decision_note'],
  streams: ['title', 'goal_title'],
  takedown_notices: ['name', 'decision_note'],
  tip_menu_acts: ['title'],
  wallet_packages: ['name'],
};
/** Columns with a text for each language. */
const TRANSLATED: Readonly<Record<string, readonly string[]>> = { categories: ['names'], promos: ['title', 'text', 'button'] };
/** Lengths that columns allow. */
const LENGTHS = [80, 60, 40, 30, 20];

/** Adds what the other screens' site has not: words wherever people can leave some. */
export const fillEverything = async ({ app, people }: Screens): Promise<void> => {
  const { fan, performer, admin } = people;
  if (!fan || !performer || !admin) throw new Error('The screens’ site lacks a person.');
  const star = performer.client;
  const { data: feeds } = await star.call('GET /performer/feeds', { query: {} });
  for (const { _id } of feeds) await fan.client.raw('POST /comments', { body: { objectType: 'feed', objectId: _id, content: 'Bravo.' } });
  await star.raw('POST /performer/coupons', { body: { code: 'BRAVO', name: 'Bravo', percent: 10 } });
  const day = new Date(app.platform.clock.now().getTime() + 86_400_000).toISOString();
  await star.raw('POST /performer/schedule', { body: { title: 'Bravo', startsAt: day, audience: 'everyone' } });
  await star.raw('PUT /performer/tip-menu', { body: { acts: [{ title: 'Bravo', price: 5 }] } });
  await star.raw('POST /gift', { body: { name: 'Bravo', price: 5 }, files: { file: await picture() } });
  await fan.client.raw('POST /reports', {
    body: { objectType: 'feed', objectId: feeds[0]!._id, reason: 'other', text: 'Bravo, but look.' },
  });
  await admin.client.raw('POST /admin/users/{id}/notes', { params: { id: fan.id }, body: { text: 'Bravo' } });
  await admin.client.raw('POST /admin/categories', { body: { slug: 'bravo', names: { en: 'Bravo' } } });
  await app.settle();
};

/** Puts the long word, as far as it fits, into every text that somebody wrote. */
export const lengthenWords = async ({ app }: Screens): Promise<void> => {
  const pool = openPool({ connectionString: app.testDatabase.ownerUrl, max: 1 });
  const update = async (statement: (word: string) => string): Promise<void> => {
    for (const length of LENGTHS) {
      try {
        await pool.query(statement(LONG_WORD.slice(0, length)));
        return;
      } catch (error) {
        if (length === LENGTHS.at(-1)) throw error;
      }
    }
  };
  try {
    for (const [table, columns] of Object.entries(WRITTEN))
      for (const column of columns) await update((word) => `update ${table} set ${column} = '${word}'`);
    for (const [table, columns] of Object.entries(TRANSLATED))
      for (const column of columns) await update((word) => `update ${table} set ${column} = '${JSON.stringify({ en: word, es: word })}'`);
  } finally {
    await pool.end();
  }
};

/** Lists elements with the word that are wider than the screen, or cut without an ellipsis. */
export const overlongWords = (page: Page): Promise<string[]> =>
  page.evaluate((part) => {
    const width = document.documentElement.clientWidth;
    const faults: string[] = [];
    if (document.documentElement.scrollWidth > width) faults.push(`the page is ${document.documentElement.scrollWidth} px wide`);
    const name = (element: Element): string => `${element.tagName.toLowerCase()}.${element.className.toString().slice(0, 60)}`;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent || !node.nodeValue?.includes(part) || !parent.checkVisibility()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const words = range.getBoundingClientRect();
      if (words.width === 0) continue;
      let isShown = true;
      let isCut = false;
      let isScrolled = false;
      let right = words.right;
      let { top } = words;
      for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box);
        const area = box.getBoundingClientRect();
        // For screen readers alone.
        if (area.width <= 1 || style.clipPath !== 'none') isShown = false;
        if (style.position === 'fixed' && area.left >= width) isShown = false;
        if (style.overflowX === 'visible') continue;
        if (style.overflowX === 'auto' || style.overflowX === 'scroll') {
          if (box.scrollWidth > box.clientWidth) isScrolled = true;
          break;
        }
        const hasEllipsis = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
        const isBeyond = right > area.right + 1 || (style.overflowY !== 'visible' && top < area.top - 1);
        if (isBeyond && !hasEllipsis) isCut = true;
        if (hasEllipsis) top = Math.max(top, area.top);
        right = Math.min(right, area.right);
      }
      if (!isShown || isScrolled) continue;
      if (isCut) faults.push(`cut: ${name(parent)} in ${name(parent.parentElement!)}`);
      else if (right > width + 1) faults.push(`too wide: ${name(parent)} in ${name(parent.parentElement!)} ends at ${Math.round(right)}`);
    }
    return [...new Set(faults)];
  }, PART);
