import { adminSite } from '@stagedoor/contract/admin-site';
import type { MediaServers } from '../../live/ant-media/media-server.ts';
import type { Bind } from '../../platform/http/pipeline.ts';
import { IN_ORDER } from '../../platform/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { assertProviderWorks } from '../age/index.ts';
import { assertMayChangeSettings } from './assert-may-change-settings.ts';
import { assertMediaAddresses } from './assert-media-addresses.ts';
import { changeSettings, resetSettings, setBranding } from './change-settings.ts';
import { exportTexts, getLanguage, listLanguages, listTexts } from './languages.queries.ts';
import { getAdminPage, listAdminPages } from './pages.queries.ts';
import { getAdminPromo, listAdminPromos } from './promos.queries.ts';
import { listAdminSettings, listSettingChanges } from './settings.queries.ts';
import { addLanguage, removeLanguage, updateLanguage } from './write-language.ts';
import { tellOwners } from './tell-owners.ts';
import { createPage, deletePage, updatePage } from './write-page.ts';
import { createPromo, deletePromo, orderPromos, setPromoPicture, updatePromo } from './write-promo.ts';
import { writeTexts } from './write-texts.ts';

export const bindAdminSite = (bind: Bind, platform: Platform, mediaServers: MediaServers): void =>
  bind(adminSite, {
    'GET /admin/settings': () => listAdminSettings(platform),
    'PUT /admin/settings': async (call, { body }) => {
      await assertMayChangeSettings(platform, call.viewer, body.values);
      await assertMediaAddresses(platform, mediaServers, body.values);
      await assertProviderWorks(platform, body.values);
      const changed = await changeSettings(platform, call.viewer.accountId, body.values, { showMinutes: body.showMinutes });
      return { changed: await tellOwners(platform, call.viewer, changed) };
    },
    'POST /admin/settings/reset': async (call, { body }) => {
      const defaults = platform.settings.defaultsOf(body.keys);
      await assertMayChangeSettings(platform, call.viewer, defaults);
      await assertMediaAddresses(platform, mediaServers, defaults);
      await assertProviderWorks(platform, defaults);
      const changed = await resetSettings(platform, call.viewer.accountId, body.keys);
      return { changed: await tellOwners(platform, call.viewer, changed) };
    },
    'GET /admin/settings/changes': (_call, { query }) => listSettingChanges(platform, query),
    'PUT /admin/menus': async (call, { body }) => ({
      changed: await changeSettings(platform, call.viewer.accountId, { menus: body.menus }),
    }),
    'POST /admin/branding/{key}/upload': (call, { params, files }) =>
      setBranding(platform, call.viewer.accountId, params.key, files.file[0]!),
    'GET /admin/posts': (_call, { query }) => listAdminPages(platform, query),
    'GET /admin/posts/{id}': (_call, { params }) => getAdminPage(platform, params.id),
    'POST /admin/posts': async (call, { body }) => {
      const { id } = await createPage(platform, call.viewer.accountId, body, call.idempotency);
      return getAdminPage(platform, id);
    },
    'PUT /admin/posts/{id}': async (call, { params, body }) => {
      await updatePage(platform, call.viewer.accountId, params.id, body, call.idempotency);
      return getAdminPage(platform, params.id);
    },
    'DELETE /admin/posts/{id}': async (call, { params }) => {
      await deletePage(platform, call.viewer.accountId, params.id, call.idempotency);
      return { success: true as const };
    },
    'GET /admin/promos': (_call, { query }) => listAdminPromos(platform, query),
    'POST /admin/promos': async (call, { body }) => {
      const { id } = await createPromo(platform, call.viewer.accountId, body, call.idempotency);
      return getAdminPromo(platform, id);
    },
    'PUT /admin/promos/{id}': async (call, { params, body }) => {
      await updatePromo(platform, call.viewer.accountId, params.id, body, call.idempotency);
      return getAdminPromo(platform, params.id);
    },
    'DELETE /admin/promos/{id}': async (call, { params }) => {
      await deletePromo(platform, call.viewer.accountId, params.id, call.idempotency);
      return { success: true as const };
    },
    'POST /admin/promos/{id}/picture/upload': async (call, { params, files }) => {
      await setPromoPicture(platform, call.viewer.accountId, params.id, files.picture[0]!, call.idempotency);
      return getAdminPromo(platform, params.id);
    },
    'PUT /admin/promos/order': async (call, { body }) => {
      await orderPromos(platform, call.viewer.accountId, body.ids);
      return listAdminPromos(platform, IN_ORDER);
    },
    'GET /admin/languages': () => listLanguages(platform),
    'POST /admin/languages': async (call, { body }) => {
      await addLanguage(platform, call.viewer.accountId, body, call.idempotency);
      return getLanguage(platform, body.locale);
    },
    'PUT /admin/languages/{locale}': async (call, { params, body }) => {
      await updateLanguage(platform, call.viewer.accountId, params.locale, body, call.idempotency);
      return getLanguage(platform, params.locale);
    },
    'DELETE /admin/languages/{locale}': async (call, { params }) => {
      await removeLanguage(platform, call.viewer.accountId, params.locale, call.idempotency);
      return { success: true as const };
    },
    'GET /admin/texts': (_call, { query }) => listTexts(platform, query),
    'PUT /admin/texts': async (call, { body }) => ({
      changed: await writeTexts(platform, call.viewer.accountId, { ...body, source: 'edited' }),
    }),
    'GET /admin/texts/export/{locale}': (_call, { params }) => exportTexts(platform, params.locale),
    'POST /admin/texts/import': async (call, { body }) => ({
      changed: await writeTexts(platform, call.viewer.accountId, { locale: body.locale, values: body.texts, source: 'imported' }),
    }),
  });
