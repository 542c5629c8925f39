import { passkeys } from '@stagedoor/contract/passkeys';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';
import { makeAssertionOptions } from './passkey-assertions.ts';
import { addPasskey, listPasskeys, makeRegistrationOptions, removePasskey, renamePasskey } from './passkeys.ts';

export const bindPasskeys = (bind: Bind, platform: Platform): void =>
  bind(passkeys, {
    'GET /auth/passkeys': (call, { query }) => listPasskeys(platform, call.viewer, query),
    'POST /auth/passkeys/options': (call) => makeRegistrationOptions(platform, call.viewer),
    'POST /auth/passkeys': async (call, { body }) => {
      const added = await addPasskey(platform, call.viewer, body);
      // The next call of the same account must know its factors.
      platform.sessions.forget(call.viewer.accountId);
      return added;
    },
    'PUT /auth/passkeys/{id}': (call, { params, body }) => renamePasskey(platform, call.viewer, params.id, body.name),
    'DELETE /auth/passkeys/{id}': async (call, { params }) => {
      await removePasskey(platform, call.viewer, params.id);
      platform.sessions.forget(call.viewer.accountId);
      return { success: true as const };
    },
    'POST /auth/passkeys/challenge': () => makeAssertionOptions(platform, null),
    'POST /auth/confirm/challenge': (call) => makeAssertionOptions(platform, call.viewer),
  });
