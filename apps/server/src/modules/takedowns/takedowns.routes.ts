import { takedowns } from '@stagedoor/contract/takedowns';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';
import { translate } from '../../platform/texts.ts';
import { decideNotice } from './decide-notice.ts';
import { sendNotice } from './send-notice.ts';
import { complainAboutNotice, getSentNotice } from './sent-notice.ts';
import { getNotice, listNotices } from './takedowns.queries.ts';

export const bindTakedowns = (bind: Bind, platform: Platform): void =>
  bind(takedowns, {
    'POST /takedowns': async (call, { body }) => {
      const { goodFaith: _said, ...notice } = body;
      const reference = await sendNotice(platform, { ...notice, locale: call.locale }, call.ip, call.idempotency);
      const message = translate(call.locale, 'takedowns.sent', { reference });
      return { message: notice.email ? `${message} ${translate(call.locale, 'takedowns.sentLink')}` : message, reference };
    },
    'GET /takedowns/{reference}': (_call, { params, query }) => getSentNotice(platform, params.reference, query.token),
    'POST /takedowns/{reference}/complain': async (call, { params, body }) => {
      await complainAboutNotice(platform, params.reference, body, call.idempotency);
      return getSentNotice(platform, params.reference, body.token);
    },
    'GET /admin/takedowns': (_call, { query }) => listNotices(platform, query),
    'POST /admin/takedowns/{id}/decide': async (call, { params, body }) => {
      await decideNotice(platform, call.viewer.accountId, params.id, body, call.idempotency);
      return getNotice(platform, params.id);
    },
  });
