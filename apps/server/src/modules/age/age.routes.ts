import { age } from '@stagedoor/contract/age';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';
import { changeProvider, readProviderState, removeProvider, tryProvider } from './admin-provider.ts';
import { readAgeStatus } from './assurances.ts';
import { beginCheck } from './checks.ts';

export const bindAge = (bind: Bind, platform: Platform): void =>
  bind(age, {
    'GET /age/check': ({ viewer, country, verifiedVisitor: verified }) => readAgeStatus(platform, { viewer, country, verified }),
    'POST /age/checks': async (call, { body }) => {
      const { url, cookie } = await beginCheck(platform, call.viewer, body.returnTo);
      call.setAgeCheckCookie(cookie);
      return { url };
    },
    'GET /admin/age-provider': () => readProviderState(platform),
    'POST /admin/age-provider/test': (_call, { body }) => tryProvider(platform, body),
    'PUT /admin/age-provider': ({ viewer, idempotency }, { body }) => changeProvider(platform, viewer.accountId, body, idempotency),
    'DELETE /admin/age-provider': ({ viewer }) => removeProvider(platform, viewer.accountId),
  });
