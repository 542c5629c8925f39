import { participants } from '@stagedoor/contract/participants';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';
import { approveParticipant, rejectParticipant, viewParticipantDocument } from './decide-participant.ts';
import { getParticipant, getParticipantReview, listParticipantReviews, listParticipants } from './participants.queries.ts';
import { registerParticipant, removeParticipant } from './register-participant.ts';

export const bindParticipants = (bind: Bind, platform: Platform): void =>
  bind(participants, {
    'GET /performer/participants': (call, { query }) => listParticipants(platform, call.viewer.accountId, query),
    'POST /performer/participants': async (call, { body, files }) => {
      const input = { ...body, identity: files.identity[0]!, release: files.release[0]! };
      const { participantId } = await registerParticipant(platform, call.viewer.accountId, input, call.idempotency);
      return getParticipant(platform, call.viewer.accountId, participantId);
    },
    'DELETE /performer/participants/{id}': async (call, { params }) => {
      await removeParticipant(platform, call.viewer.accountId, params.id, call.idempotency);
      return { success: true } as const;
    },
    'GET /admin/participants': (call, { query }) => listParticipantReviews(platform, call.viewer.accountId, query),
    'GET /admin/participants/{id}/documents/{type}': (call, { params }) =>
      viewParticipantDocument(platform, call.viewer.accountId, params.id, params.type),
    'POST /admin/participants/{id}/approve': async (call, { params }) => {
      await approveParticipant(platform, call.viewer.accountId, params.id, call.idempotency);
      return getParticipantReview(platform, call.viewer.accountId, params.id);
    },
    'POST /admin/participants/{id}/reject': async (call, { params, body }) => {
      await rejectParticipant(platform, call.viewer.accountId, params.id, body.note, call.idempotency);
      return getParticipantReview(platform, call.viewer.accountId, params.id);
    },
  });
