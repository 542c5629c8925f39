import { comments } from '@stagedoor/contract/comments';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';
import { getComment, listComments } from './comments.queries.ts';
import { addComment, closeComments, deleteComment, editComment, hideComment } from './write-comment.ts';

export const bindComments = (bind: Bind, platform: Platform): void =>
  bind(comments, {
    'POST /comments': async (call, { body, files }) => {
      const { commentId } = await addComment(platform, call.viewer, call.country, body, files.file[0], call.idempotency);
      return getComment(platform, call.viewer, commentId);
    },
    'PUT /comments/{id}': async (call, { params, body, files }) => {
      await editComment(platform, call.viewer, call.country, params.id, { ...body, file: files.file[0] }, call.idempotency);
      return getComment(platform, call.viewer, params.id);
    },
    'GET /comments/search': (call, { query }) => listComments(platform, call.viewer, call.country, query),
    'DELETE /comments/{id}': async (call, { params }) => {
      await deleteComment(platform, call.viewer, params.id, call.idempotency);
      return { success: true as const };
    },
    'PUT /comments/{id}/visibility': async (call, { params, body }) => {
      await hideComment(platform, call.viewer, params.id, body.hidden, call.idempotency);
      return getComment(platform, call.viewer, params.id);
    },
    'PUT /comments/items/{id}': async (call, { params, body }) => {
      await closeComments(platform, call.viewer, call.country, params.id, body.isClosed, call.idempotency);
      return { isClosed: body.isClosed };
    },
  });
