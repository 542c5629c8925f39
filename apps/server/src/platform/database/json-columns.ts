import type { CommissionKey } from '@stagedoor/contract/admin-people';
import type { InsideFact } from '@stagedoor/contract/inside.values';
import type { ProfileAttributes } from '@stagedoor/contract/profile-about';
import type { Variant } from '../media/variants.ts';

/** A text in some of the site's languages, by locale. */
type InLanguages = Record<string, string>;
type JsonObject = Record<string, unknown>;

/**
 * Contents of the columns of JSON that the site itself writes, by table and column. `schema.gen.ts` takes their types from here; what is read from
 * any other column of JSON is unknown until its reader has looked at it.
 */
export interface JsonColumns {
  'audit_log.detail': JsonObject;
  'backup_runs.detail': JsonObject;
  'bulk_acts.input': JsonObject;
  'categories.names': InLanguages;
  'files.inside': InsideFact[];
  'files.variants': Variant[];
  'gateway_events.payload': JsonObject;
  'gateways.checked': {
    subject: 'keys' | 'signature' | 'address' | 'credentials' | 'currency' | 'clock';
    state: 'ok' | 'failed' | 'untested';
    detail: string;
  }[];
  'gateways.confirmed': Record<string, string>;
  'gateways.options': Record<string, string>;
  'ledger_checks.checks': { name: string; ok: boolean; detail: string }[];
  'list_counts.filter': JsonObject;
  'orders.detail': JsonObject;
  'payment_pages.request': { description?: string; locale?: string };
  'pages.content': InLanguages;
  'pages.description': InLanguages;
  'pages.title': InLanguages;
  'page_versions.change': InLanguages;
  'page_versions.content': InLanguages;
  'page_versions.title': InLanguages;
  'performers.attributes': ProfileAttributes;
  'performers.commission_overrides': Partial<Record<CommissionKey, number>>;
  'promos.button': InLanguages;
  'promos.text': InLanguages;
  'promos.title': InLanguages;
}

/** Their names, for the program that generates the types. */
export const JSON_COLUMNS: Readonly<Record<keyof JsonColumns, true>> = {
  'audit_log.detail': true,
  'backup_runs.detail': true,
  'bulk_acts.input': true,
  'categories.names': true,
  'files.inside': true,
  'files.variants': true,
  'gateway_events.payload': true,
  'gateways.checked': true,
  'gateways.confirmed': true,
  'gateways.options': true,
  'ledger_checks.checks': true,
  'list_counts.filter': true,
  'orders.detail': true,
  'payment_pages.request': true,
  'pages.content': true,
  'pages.description': true,
  'pages.title': true,
  'page_versions.change': true,
  'page_versions.content': true,
  'page_versions.title': true,
  'performers.attributes': true,
  'performers.commission_overrides': true,
  'promos.button': true,
  'promos.text': true,
  'promos.title': true,
};
