import { entriesOf } from '@stagedoor/contract/keys.values';
import { SETTINGS } from '@stagedoor/contract/settings';
import { site } from '@stagedoor/contract/site';
import { accountIdOf } from '../../platform/auth/viewer.ts';
import type { Bind } from '../../platform/http/pipeline.ts';
import { mediaUrlOf } from '../../platform/media-url.ts';
import type { Platform } from '../../platform/platform.ts';
import { chooseLocale, translate, textsOf } from '../../platform/texts.ts';
import { agreeToPages, listUnagreed } from './agree-to-pages.ts';
import { getLedgerState } from './ledger-state.queries.ts';
import { getPage, listPages } from './pages.queries.ts';
import { listPromosFor } from './promos.queries.ts';
import { recordConsent } from './record-consent.ts';
import { CONTACT_TASK, deliverContact, sendContact } from './send-contact.ts';

export const bindSite = (bind: Bind, platform: Platform): void => {
  const { settings } = platform;
  /** The public settings; an empty media server is this site's own, so that other clients can build addresses. */
  const publicSettings = () => {
    const values = settings.public();
    const own = mediaUrlOf(platform.config.publicUrl);
    return {
      ...values,
      viewerURL: values.viewerURL || own,
      publisherURL: values.publisherURL || own,
      subscriberUrl: values.subscriberUrl || own,
    };
  };
  bind(site, {
    'GET /settings/public': (_call, { query }) => {
      const values = publicSettings();
      if (!query.group) return values;
      return Object.fromEntries(entriesOf(values).filter(([key]) => SETTINGS[key].group === query.group));
    },
    'POST /settings/keys': (_call, { body }) => {
      const values: Record<string, unknown> = publicSettings();
      return Object.fromEntries(body.keys.filter((key) => Object.hasOwn(values, key)).map((key) => [key, values[key]]));
    },
    'POST /contact': async (call, { body }) => {
      await sendContact(platform, body, call.idempotency);
      return { message: translate(call.locale, 'site.contactSent') };
    },
    'GET /ledger': (call) => getLedgerState(platform, call.locale),
    'GET /country-block/check': (call) => ({
      blocked: call.country !== null && settings.get('blockedCountries').includes(call.country),
      country: call.country,
    }),
    'GET /posts/search': (call, { query }) => listPages(platform, call.locale, query),
    'GET /posts/{id}': (call, { params, query }) => getPage(platform, call.viewer, call.locale, params.id, query.version),
    'GET /agreements': (call) => listUnagreed(platform, call.viewer.accountId, call.locale),
    'POST /agreements': async (call, { body }) => {
      await agreeToPages(platform, call.viewer, { pages: body.pages, locale: call.locale }, call.idempotency);
      return { success: true as const };
    },
    'GET /site-promo': (call) => listPromosFor(platform, call),
    'POST /consents': async (call, { body }) => {
      await recordConsent(platform, { accountId: accountIdOf(call.viewer), locale: call.locale }, body, call.idempotency);
      return { success: true as const };
    },
    'GET /i18n/text/{locale}': (_call, { params }) => textsOf(chooseLocale(params.locale)),
  });
};

export const registerSiteJobs = (platform: Platform): void => {
  platform.jobs.register(CONTACT_TASK, ({ name, email, message }) =>
    deliverContact(platform, { name: String(name), email: String(email), message: String(message) }),
  );
};
