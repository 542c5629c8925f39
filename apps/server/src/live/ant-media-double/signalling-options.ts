import type { Faults } from './faults.ts';
import type { Gate } from './gate.ts';
import type { AppSettings } from './settings.ts';
import type { Store } from './store.ts';
import type { Streams } from './streams.ts';
import type { Viewers } from './viewers.ts';

export interface SignallingOptions {
  settings: AppSettings;
  faults: Faults;
  store: Store;
  gate: Gate;
  streams: Streams;
  viewers: Viewers;
}
