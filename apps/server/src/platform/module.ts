import type { Listener } from './database/listener.ts';
import type { DB } from './database/schema.gen.ts';
import type { Outbox } from './events/outbox.ts';
import type { CountryOf } from './http/country.ts';
import type { Bind } from './http/pipeline.ts';
import type { Platform } from './platform.ts';
import type { Realtime } from './realtime/realtime.ts';
import type { SiteClock } from './site-clock.ts';

/** What every module is wired with. */
export interface ModuleContext {
  platform: Platform;
  bind: Bind;
  outbox: Outbox;
  realtime: Realtime;
  listener: Listener;
  siteClock: SiteClock | undefined;
  countryOf: CountryOf;
}

/**
 * A module of the server, as its file `modules/<name>/module.ts` declares it. Each part is called once, when the server starts.
 *
 * @typeParam Needs what the module needs besides the platform, such as an engine
 */
export interface Module<Needs = unknown> {
  /** Its folder's name. */
  name: string;
  /** The tables that only this module writes. `scripts/boundaries.mjs` reads this list as text: names in quotes, nothing else. */
  tables: readonly (keyof DB)[];
  /** Registers its kinds of items, before any other part of any module. */
  itemKinds?: () => void;
  /** Binds its endpoints. */
  endpoints?: (context: ModuleContext & Needs) => void;
  /** Registers its personal data, for exports and erasures. */
  personalData?: (context: ModuleContext & Needs) => void;
  jobs?: (context: ModuleContext & Needs) => void;
  /** Registers its handlers of committed events. */
  events?: (context: ModuleContext & Needs) => void;
  /** Registers who may join its rooms, and who must leave them. */
  rooms?: (context: ModuleContext & Needs) => void;
}

export const defineModule = <Needs = unknown>(module: Module<Needs>): Module<Needs> => module;
