import type { FastifyReply } from 'fastify';
import { readAmount } from './amounts.ts';
import { consolePage, type ShownSale } from './console-page.ts';
import type { DeliveryQueue } from './delivery.ts';
import { type DoubleServer, formOf, partOf, sendPage } from './double-server.ts';
import type { Brand } from './pages.ts';

/** A company as its console sees it. */
export interface ConsoleCompany {
  brand: Brand;
  callbackUrl: () => string;
  sales: () => readonly ShownSale[];
  refusals: readonly string[];
  now: () => Date;
  advance: (days: number) => Promise<void>;
  queue: DeliveryQueue;
  settle: () => Promise<void>;
  /** Buttons of a sale by their names; the amount is in hundredths. */
  acts: Record<string, (saleId: string, amount: number | undefined) => unknown>;
}

const MINUTE_MS = 60_000;
const SHOWN_DELIVERIES = 60;
const MOST_DAYS = 366;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Adds the console's page and its buttons. */
export const addConsole = ({ app }: DoubleServer, company: ConsoleCompany): void => {
  const { queue } = company;
  const mishaps: Record<string, () => void> = {
    lose: () => queue.lose(),
    double: () => queue.double(),
    delay: () => queue.delay(MINUTE_MS),
    reorder: () => queue.reorder(),
    hold: () => queue.hold(),
    release: () => queue.release(),
  };

  const show = (reply: FastifyReply, problem?: string): FastifyReply =>
    sendPage(
      reply,
      consolePage({
        brand: company.brand,
        callbackUrl: company.callbackUrl(),
        sales: company.sales().toReversed(),
        deliveries: queue.list.slice(-SHOWN_DELIVERIES).toReversed(),
        problem,
        refusals: company.refusals,
        now: company.now(),
      }),
      problem === undefined ? 200 : 422,
    );

  /** Does what a button says, then shows the console again; a refusal is shown above it. */
  const press = async (reply: FastifyReply, act: (() => unknown) | undefined): Promise<FastifyReply> => {
    if (!act) return show(reply, 'There is no such button.');
    try {
      await act();
    } catch (error) {
      return show(reply, messageOf(error));
    }
    await company.settle();
    return reply.redirect('/console', 303);
  };

  app.get('/', (_request, reply) => reply.redirect('/console'));
  app.get('/console', (_request, reply) => show(reply));

  app.post('/console/sales/:saleId/:act', async (request, reply) => {
    const text = formOf(request)['amount']?.trim();
    const amount = text ? readAmount(text) : undefined;
    if (text && amount === undefined) return show(reply, 'Enter an amount with two places, such as 4.50, or leave it empty for all.');
    const act = company.acts[partOf(request, 'act')];
    return await press(reply, act && (() => act(partOf(request, 'saleId'), amount)));
  });

  app.post('/console/next/:act', async (request, reply) => await press(reply, mishaps[partOf(request, 'act')]));

  app.post('/console/clock', async (request, reply) => {
    const days = Number(formOf(request)['days']);
    return await press(reply, () => {
      if (!(days > 0 && days <= MOST_DAYS)) throw new Error('Enter a number of days from 1 to 366.');
      return company.advance(days);
    });
  });

  app.post('/console/callbacks/:id/:act', async (request, reply) => {
    const id = Number(partOf(request, 'id'));
    const acts: Record<string, () => void> = { resend: () => queue.resend(id), stop: () => queue.stop(id) };
    return await press(reply, acts[partOf(request, 'act')]);
  });
};
