import type { Faults } from './faults.ts';
import type { Gate } from './gate.ts';
import type { AppSettings, Reading } from './settings.ts';
import type { Store } from './store.ts';
import type { Streams } from './streams.ts';
import type { Viewers } from './viewers.ts';

export interface RestOptions {
  app: string;
  settings: AppSettings;
  reading: Reading;
  faults: Faults;
  store: Store;
  gate: Gate;
  streams: Streams;
  viewers: Viewers;
  /** Folder of uploaded videos. */
  folder: string;
  /** Viewers of a stream by HLS in the last seconds. */
  hlsViewers(streamId: string): number;
  now(): Date;
}

/** Most entries of a list in one answer. */
const MOST_ENTRIES = 50;

export const pageOf = <T>(all: readonly T[], offset: number, size: number): T[] =>
  all.slice(offset, offset + Math.min(Math.max(size, 0), MOST_ENTRIES));

/** Orders a list by one of its fields, as `sort_by` and `order_by` ask. */
export const sorted = <T extends object>(all: readonly T[], field: string, order: string): T[] => {
  const valueOf = (one: T): string | number => {
    const value: unknown = Reflect.get(one, field);
    return typeof value === 'number' ? value : String(value ?? '');
  };
  const compare = (left: T, right: T): number => {
    const [one, other] = [valueOf(left), valueOf(right)];
    return typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other), 'en');
  };
  const ordered = field === '' ? [...all] : all.toSorted(compare);
  return order === 'desc' ? ordered.toReversed() : ordered;
};
