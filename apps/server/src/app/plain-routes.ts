import { MODULES } from '@stagedoor/contract';
import { UNSUBSCRIBE_PATH } from '@stagedoor/contract/notifications.values';
import type { FastifyInstance } from 'fastify';
import { linkPictures } from '../crawlers.ts';
import { findDemo } from '../demo/demo-state.ts';
import type { GatewaySettings } from '../gateways/gateway-settings.ts';
import type { Gateways } from '../gateways/registry.ts';
import { unsubscribe } from '../modules/notifications/index.ts';
import { watchHeldFiles } from '../modules/restrictions/index.ts';
import { type Admit, callerOf } from '../platform/http/admission.ts';
import { registerOpenApi } from '../platform/http/openapi.ts';
import { registerTexts } from '../platform/http/texts.routes.ts';
import { registerDevMail } from '../platform/mail/dev-mail.routes.ts';
import { registerUnsubscribe } from '../platform/mail/unsubscribe.routes.ts';
import { registerBranding } from '../platform/storage/branding.routes.ts';
import { registerFiles } from '../platform/storage/files.routes.ts';
import { registerHealth } from '../platform/telemetry/health.ts';
import { registerUploads } from '../platform/uploads/serve-uploads.ts';
import type { Uploads } from '../platform/uploads/uploads.ts';
import { version } from '../platform/version.ts';
import { registerLinkPictures } from '../platform/web/link-pictures.ts';
import { registerSecurityTxt } from '../platform/web/security-txt.ts';
import type { Foundation } from './foundation.ts';
import type { LiveHooks } from '../modules/streams/index.ts';
import { registerLiveHooks } from './live-hooks.ts';
import { registerAgeReturn } from './age-return.ts';
import { registerPolicyReports } from './policy-reports.ts';
import { registerProbe } from './probe.ts';
import { registerGatewayCallbacks } from './gateway-callbacks.ts';

interface PlainRouteParts {
  admit: Admit;
  uploads: Uploads;
  gateways: Gateways;
  gatewaySettings: GatewaySettings;
  liveHooks: LiveHooks;
  isLiveRunning(): boolean;
  /** The node has begun to stop. */
  isStopping(): boolean;
}

/** Registers the routes that are no endpoints of the contract: texts, files, uploads, health and others. */
export const registerPlainRoutes = async (
  server: FastifyInstance,
  { platform, pools, listener, urlSigner, mailDirectory }: Foundation,
  { admit, uploads, gateways, gatewaySettings, liveHooks, isLiveRunning, isStopping }: PlainRouteParts,
): Promise<void> => {
  const { config, database, storage, languages } = platform;
  registerTexts(server, languages);
  registerSecurityTxt(server, platform);
  registerAgeReturn(server, platform, admit);
  const holds = await watchHeldFiles(platform, listener);
  registerFiles(server, { storage, urlSigner, holds, callerOf: (request, rule) => callerOf(platform, request, rule) });
  registerBranding(server, storage);
  registerLinkPictures(server, { storage, admit, pictureOf: linkPictures(platform) });
  await registerUploads(server, { uploads, admit });
  await registerUnsubscribe(server, UNSUBSCRIBE_PATH, (token) => unsubscribe(platform, token));
  await registerGatewayCallbacks(server, platform, { gateways, gatewaySettings });
  await registerLiveHooks(server, platform, liveHooks);
  registerDevMail(server, { directory: mailDirectory, isOpen: async () => config.demo && (await findDemo(database)) !== undefined });
  registerHealth(server, platform, pools.requests, { isLiveRunning, isStopping });
  registerProbe(server, platform);
  await registerPolicyReports(server, platform);
  await registerOpenApi(server, MODULES, version);
};
