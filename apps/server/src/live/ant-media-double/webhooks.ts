import type { AppSettings, Reading } from './settings.ts';
import type { Broadcast } from './store.ts';
import type { Fields } from './values.ts';

/** A mishap of one of the next webhooks. */
export type Mishap =
  | { kind: 'lose' }
  | { kind: 'repeat' }
  | { kind: 'hold' }
  | { kind: 'delay'; ms: number }
  | { kind: 'lie'; change: Fields };

/** One webhook, with what became of it. */
export interface SentHook {
  url: string;
  body: Fields;
  state: 'sending' | 'delivered' | 'refused' | 'lost' | 'held';
  /** Status of each answer; undefined where none came. */
  answers: (number | undefined)[];
}

const TIMEOUT_MS = 2_000;
const MOST_HOOKS = 500;

export interface WebhookOptions {
  app: string;
  settings: AppSettings;
  reading: Reading;
  now(): Date;
}

/** A webhook as a form writes it. */
const formOf = (body: Fields): string =>
  new URLSearchParams(
    Object.entries(body).map(([name, value]): [string, string] => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  ).toString();

const metadataOf = (text: string | null): unknown => {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Sends webhooks and repeats refused ones, several at a time. */
const createSender = (settings: AppSettings) => {
  const running = new Set<Promise<void>>();
  const timers = new Map<NodeJS.Timeout, () => void>();
  let isClosed = false;

  const after = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        resolve();
      }, ms);
      timers.set(timer, resolve);
    });
  const attempt = async (hook: SentHook): Promise<void> => {
    const isForm = settings.webhookContentType !== 'application/json';
    for (let time = 0; time <= settings.webhookRetryCount && !isClosed; time += 1) {
      if (time > 0) await after(settings.webhookRetryDelay);
      try {
        const response = await fetch(hook.url, {
          method: 'POST',
          headers: { 'content-type': settings.webhookContentType },
          body: isForm ? formOf(hook.body) : JSON.stringify(hook.body),
          redirect: 'manual',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        await response.body?.cancel();
        hook.answers.push(response.status);
        hook.state = response.ok ? 'delivered' : 'refused';
      } catch {
        hook.answers.push(undefined);
        hook.state = 'refused';
      }
      if (hook.state === 'delivered') return;
    }
  };

  return {
    /** Posts a webhook, after a while if it is delayed. */
    post(hook: SentHook, delayMs = 0): void {
      const work = async (): Promise<void> => {
        if (delayMs > 0) await after(delayMs);
        await attempt(hook);
      };
      const one = work().finally(() => running.delete(one));
      running.add(one);
    },
    /** Waits until no webhook is on its way; delayed ones are. */
    async idle(): Promise<void> {
      while (running.size > 0) await Promise.all(running);
    },
    async close(): Promise<void> {
      isClosed = true;
      for (const [timer, resolve] of timers) {
        clearTimeout(timer);
        resolve();
      }
      timers.clear();
      await Promise.all(running);
    },
  };
};

/** Tells a site what happened, as often and as truly as mishaps allow. Nothing is signed. */
export const createWebhooks = ({ app, settings, reading, now }: WebhookOptions) => {
  const hooks: SentHook[] = [];
  const mishaps: Mishap[] = [];
  const sender = createSender(settings);
  const keep = (url: string, body: Fields, state: SentHook['state']): SentHook => {
    const hook: SentHook = { url, body, state, answers: [] };
    hooks.push(hook);
    if (hooks.length > MOST_HOOKS) hooks.shift();
    return hook;
  };
  const send = (url: string, body: Fields, mishap: Mishap | undefined): void => {
    if (mishap?.kind === 'lose' || mishap?.kind === 'hold') {
      keep(url, body, mishap.kind === 'lose' ? 'lost' : 'held');
      return;
    }
    const told = mishap?.kind === 'lie' ? { ...body, ...mishap.change } : body;
    const times = mishap?.kind === 'repeat' ? 2 : 1;
    for (let time = 0; time < times; time += 1) {
      const hook = keep(url, told, 'sending');
      sender.post(hook, mishap?.kind === 'delay' ? mishap.ms : 0);
    }
  };

  return {
    list: (): readonly SentHook[] => hooks,
    /** Plans mishaps of the next webhooks, one for each. */
    plan: (mishap: Mishap, count = 1): void => void mishaps.push(...Array.from({ length: count }, () => mishap)),
    /** Lets held webhooks go, the newest first. */
    release(): void {
      for (const hook of hooks.filter(({ state }) => state === 'held').toReversed()) {
        hook.state = 'sending';
        sender.post(hook);
      }
    },
    /** Says that something happened to a stream, to its own address or that of the application. */
    tell(action: string, broadcast: Broadcast, more: Fields = {}): void {
      const url = broadcast.listenerHookURL || settings.listenerHookURL;
      if (!url) return;
      const at = now().getTime();
      const metadata = metadataOf(broadcast.metaData);
      const body: Fields = {
        id: broadcast.streamId,
        action,
        ...(broadcast.name ? { streamName: broadcast.name } : {}),
        ...(broadcast['category'] ? { category: broadcast['category'] } : {}),
        ...(broadcast.mainTrackStreamId ? { mainTrackId: broadcast.mainTrackStreamId, roomId: broadcast.mainTrackStreamId } : {}),
        ...(metadata === undefined ? {} : { metadata }),
        app,
        timestamp: reading.timestamp === 'text' ? String(at) : at,
        ...more,
      };
      send(url, body, mishaps.shift());
    },
    /** Sends a webhook that nothing happened for. */
    invent: (url: string, body: Fields): void => send(url, body, undefined),
    idle: sender.idle,
    close: sender.close,
  };
};

export type Webhooks = ReturnType<typeof createWebhooks>;

const AUTH_TIMEOUT_MS = 7_000;

/** Asks a site for a permission; it has it on 200 alone. */
export const isAllowedBy = async (url: string, body: Fields): Promise<boolean> => {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(AUTH_TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
};
