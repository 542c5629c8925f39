import { users } from '@stagedoor/contract/users';
import { hasAdminPermission, mustSetUpTwoFactor } from '../../platform/auth/viewer.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';
import { getCurrentUser, getViewedUser, searchFans } from './accounts.queries.ts';
import { setAvatar } from './set-avatar.ts';
import { updateAccount } from './update-account.ts';

export const bindUsers = (bind: Bind, platform: Platform): void =>
  bind(users, {
    'GET /users/me': (call) => getCurrentUser(platform, call.viewer),
    'PUT /users': async (call, { body }) => {
      await updateAccount(platform, call.viewer.accountId, body, call.idempotency);
      return getCurrentUser(platform, call.viewer);
    },
    'GET /users/search': (call, { query }) => searchFans(platform, call.viewer.accountId, query),
    'GET /users/view/{id}': (call, { params }) => getViewedUser(platform, call.viewer, call.country, params.id),
    'POST /users/avatar/upload': async (call, { files }) => {
      await setAvatar(platform, call.viewer.accountId, files.avatar[0]!, call.idempotency);
      return getCurrentUser(platform, call.viewer);
    },
    'POST /users/{id}/avatar/upload': async (call, { params, files }) => {
      const { viewer } = call;
      const isOwn = params.id === viewer.accountId;
      if (!isOwn && !hasAdminPermission(viewer, 'moderation')) throw new CodedError('FORBIDDEN');
      if (!isOwn && mustSetUpTwoFactor(platform.settings, viewer)) throw new CodedError('TWO_FACTOR_REQUIRED');
      await setAvatar(platform, params.id, files.avatar[0]!, call.idempotency, isOwn ? null : viewer.accountId);
      return getViewedUser(platform, call.viewer, call.country, params.id);
    },
  });
