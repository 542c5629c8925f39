import type { FastifyInstance } from 'fastify';
import type { Faults } from './faults.ts';
import { bodyOf } from './requests.ts';
import { type Fields, numberOf, textOf } from './values.ts';
import type { Broadcast } from './store.ts';
import type { Mishap, Webhooks } from './webhooks.ts';

/** A double as its console shows and changes it. */
export interface ShownDouble {
  readonly app: string;
  readonly url: string;
  readonly faults: Faults;
  readonly webhooks: Webhooks;
  readonly broadcasts: ReadonlyMap<string, Broadcast>;
  viewersOf(streamId: string): string[];
  dropPublisher(streamId: string): Promise<void>;
  losePublisher(streamId: string): Promise<void>;
  blockSubscriber(streamId: string, subscriberId: string): void;
  goDown(options: { isAnnounced: boolean }): Promise<void>;
  comeBack(): void;
  behave(): void;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]!);

const button = (name: string, fields: Record<string, string>, isOn = false): string =>
  `<form method="post" action="/_double"><button${isOn ? ' class="on"' : ''}>${escape(name)}</button>${Object.entries(fields)
    .map(([field, value]) => `<input type="hidden" name="${field}" value="${escape(value)}">`)
    .join('')}</form>`;

const MISHAPS: Record<string, Mishap> = {
  lose: { kind: 'lose' },
  repeat: { kind: 'repeat' },
  hold: { kind: 'hold' },
  delay: { kind: 'delay', ms: 10_000 },
  lie: { kind: 'lie', change: { id: 'another-stream' } },
};

const streamRows = ({ broadcasts, viewersOf }: ShownDouble): string =>
  [...broadcasts.values()]
    .map(
      ({ streamId, status }) =>
        `<tr><td>${escape(streamId)}<td>${status}<td>${viewersOf(streamId).length}<td>${button('Drop the publisher', { act: 'drop', streamId })}${button('Lose the publisher', { act: 'lose', streamId })}`,
    )
    .join('');

const hookRows = ({ webhooks }: ShownDouble): string =>
  webhooks
    .list()
    .toReversed()
    .slice(0, 50)
    .map(
      ({ body, state, answers }) =>
        `<tr><td>${escape(textOf(body['action']))}<td>${escape(textOf(body['id']))}<td>${state}<td>${answers.map((status) => status ?? 'no answer').join(', ')}`,
    )
    .join('');

const page = (double: ShownDouble): string => {
  const { faults } = double;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Double of Ant Media Server</title>
<style>body{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}:root{color-scheme:light dark}form{display:inline-block;margin:.2rem}
button{font:inherit;padding:.3rem .7rem}.on{outline:2px solid #c33}table{border-collapse:collapse;width:100%;display:block;overflow-x:auto}td,th{white-space:nowrap;text-align:left;padding:.3rem;border-top:1px solid #8885}</style>
<h1>Double of Ant Media Server</h1><p>Application ${escape(double.app)} at ${escape(double.url)}</p>
<h2>Server</h2>${button('REST answers 500', { act: 'status' }, faults.restStatus !== undefined)}${button('REST hangs', { act: 'hang' }, faults.restHangs)}
${button('REST sends HTML', { act: 'html' }, faults.restSendsHtml)}${button('Signalling is silent', { act: 'silent' }, faults.signallingHangs)}
${button('Refuse publishers', { act: 'refuse' }, faults.publishRefusal !== undefined)}${button('Restart', { act: 'restart' })}${button('Behave', { act: 'behave' })}
<h2>Next webhook</h2>${Object.keys(MISHAPS)
    .map((mishap) => button(mishap, { act: 'mishap', mishap }))
    .join('')}${button('release held ones', { act: 'release' })}
<h2>Streams</h2><table><tr><th>Stream<th>Status<th>Viewers<th>${streamRows(double)}</table>
<h2>Webhooks</h2><table><tr><th>Action<th>Stream<th>State<th>Answers${hookRows(double)}</table></html>`;
};

const act = async (double: ShownDouble, fields: Fields): Promise<void> => {
  const { faults, webhooks } = double;
  const streamId = textOf(fields['streamId']);
  switch (fields['act']) {
    case 'status':
      faults.restStatus = faults.restStatus === undefined ? numberOf(fields['status'], 500) : undefined;
      return;
    case 'hang':
      faults.restHangs = !faults.restHangs;
      return;
    case 'html':
      faults.restSendsHtml = !faults.restSendsHtml;
      return;
    case 'silent':
      faults.signallingHangs = !faults.signallingHangs;
      return;
    case 'refuse':
      faults.publishRefusal = faults.publishRefusal === undefined ? textOf(fields['definition']) || 'highResourceUsage' : undefined;
      return;
    case 'restart':
      await double.goDown({ isAnnounced: true });
      return double.comeBack();
    case 'behave':
      return double.behave();
    case 'drop':
      return double.dropPublisher(streamId);
    case 'lose':
      return double.losePublisher(streamId);
    case 'block':
      return double.blockSubscriber(streamId, textOf(fields['subscriberId']));
    case 'mishap': {
      const mishap = MISHAPS[textOf(fields['mishap'])];
      return mishap && webhooks.plan(mishap);
    }
    case 'release':
      return webhooks.release();
    default:
      return undefined;
  }
};

/** A page that shows the double and makes it misbehave. */
export const addConsole = (server: FastifyInstance, double: ShownDouble): void => {
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  server.get('/_double', async (_request, reply) => reply.type('text/html; charset=utf-8').send(page(double)));
  server.post('/_double', async (request, reply) => {
    const fields = bodyOf(request);
    // A restart breaks this very connection: its answer comes first.
    if (fields['act'] === 'restart') reply.raw.once('finish', () => void act(double, fields));
    else await act(double, fields);
    return reply.redirect('/_double', 303);
  });
};
