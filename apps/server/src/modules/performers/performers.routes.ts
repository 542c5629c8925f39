import { performers } from '@stagedoor/contract/performers';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';
import { translate } from '../../platform/texts.ts';
import { setAvatar } from '../accounts/index.ts';
import { countView } from './count-view.ts';
import { listCommissions } from './commissions.queries.ts';
import { getOwnPerformer, getProfile } from './performers.queries.ts';
import { rankPerformers, searchPerformers } from './search-performers.queries.ts';
import { registerPerformer } from './register-performer.ts';
import { sendDocuments } from './send-documents.ts';
import { setCover } from './set-cover.ts';
import { setWelcomeVideo } from './set-welcome-video.ts';
import { checkSubscription } from './check-subscription.ts';
import { suggestPerformers } from './suggestions.queries.ts';
import { updatePerformer } from './update-performer.ts';

export const bindPerformers = (bind: Bind, platform: Platform): void =>
  bind(performers, {
    'POST /auth/performers/register': async (call, { body, files }) => {
      await registerPerformer(platform, {
        ...body,
        acceptsTerms: body.terms,
        locale: call.locale,
        verifiedVisitor: call.verifiedVisitor,
        idVerification: files.idVerification[0]!,
        documentVerification: files.documentVerification[0]!,
      });
      return { message: translate(call.locale, 'accounts.performerRegistered') };
    },
    'GET /performers/search': (call, { query }) => searchPerformers(platform, call.viewer, call.country, { ...query, locale: call.locale }),
    'GET /performers/suggestions': (call, { query }) => suggestPerformers(platform, call.viewer, call.country, query.limit),
    'GET /performers/me': (call) => getOwnPerformer(platform, call.viewer),
    'GET /performers/{id}': (call, { params }) => getProfile(platform, call.viewer, call.country, params.id),
    'PUT /performers': async (call, { body }) => {
      await updatePerformer(platform, call.viewer.accountId, body, call.idempotency);
      return getOwnPerformer(platform, call.viewer);
    },
    'POST /performers/{id}/inc-view': async (call, { params }) => ({
      views: await countView(platform, call.viewer, call.ip, call.country, params.id),
    }),
    'POST /performers/{id}/check-subscribe': (call, { params }) => checkSubscription(platform, call.viewer, call.country, params.id),
    'POST /performers/avatar/upload': async (call, { files }) => {
      await setAvatar(platform, call.viewer.accountId, files.avatar[0]!, call.idempotency);
      return getOwnPerformer(platform, call.viewer);
    },
    'POST /performers/cover/upload': async (call, { files }) => {
      await setCover(platform, call.viewer.accountId, files.cover[0]!, call.idempotency);
      return getOwnPerformer(platform, call.viewer);
    },
    'POST /performers/documents/upload': async (call, { files }) => {
      await sendDocuments(
        platform,
        call.viewer.accountId,
        { idVerification: files.idVerification[0], documentVerification: files.documentVerification[0] },
        call.idempotency,
      );
      return getOwnPerformer(platform, call.viewer);
    },
    'POST /performers/welcome-video/upload': async (call, { files }) => {
      await setWelcomeVideo(platform, call.viewer.accountId, files.file[0]!, call.idempotency);
      return getOwnPerformer(platform, call.viewer);
    },
    'DELETE /performers/welcome-video': async (call) => {
      await setWelcomeVideo(platform, call.viewer.accountId, null, undefined);
      return getOwnPerformer(platform, call.viewer);
    },
    'GET /performers/commissions': (call) => listCommissions(platform, call.viewer.accountId),
    'GET /ranking-performers': (call, { query }) => rankPerformers(platform, call.viewer, call.country, query),
  });
