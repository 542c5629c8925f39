import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { day, done, id, idParams, instant, line, listOf, paging, sortable, text } from './shapes.ts';

const MB = 1024 * 1024;
const documentFile = { accept: ['image', 'document'], maxBytes: 20 * MB, unchanged: true, isPlain: true } as const;
export const PARTICIPANT_STATES = ['pending', 'approved', 'rejected'] as const;
export const PARTICIPANT_DOCUMENTS = ['identity', 'release'] as const;

/** A co-performer: somebody depicted in a performer's content besides the performer. */
export const participant = z.object({
  _id: id,
  legalName: z.string(),
  stageName: z.string(),
  dateOfBirth: z.string(),
  state: z.enum(PARTICIPANT_STATES),
  rejectionNote: z.string(),
  /** In how many items. */
  items: z.number().int(),
  createdAt: instant,
  decidedAt: instant.nullable(),
});
export type Participant = z.output<typeof participant>;

export const participantReview = participant.extend({
  age: z.number().int(),
  performer: z.object({ _id: id, username: z.string(), name: z.string(), avatar: z.string() }),
  documents: z.array(
    z.object({
      kind: z.enum(PARTICIPANT_DOCUMENTS),
      contentType: z.string(),
      /** By the admin who asks: both must be before they approve. */
      isOpened: z.boolean(),
    }),
  ),
});
export type ParticipantReview = z.output<typeof participantReview>;

const decision = {
  who: 'admin',
  permission: 'applications',
  params: idParams,
  output: participantReview,
} as const;

/** Records of co-performers: identity and release, reviewed by an admin (18 USC 2257, card networks). */
export const participants = endpoints({
  'GET /performer/participants': {
    summary: 'The own co-performers, newest first.',
    who: 'performer',
    lite: true,
    personal: true,
    query: sortable(paging, ['createdAt', 'updatedAt']).extend({ state: z.enum(PARTICIPANT_STATES).optional(), q: text(60).optional() }),
    output: listOf(participant),
  },
  'POST /performer/participants': {
    summary: 'Register a co-performer with identity and signed release; an admin decides.',
    who: 'performer',
    lite: true,
    body: z.object({ legalName: line(120), stageName: text(80).default(''), dateOfBirth: day }),
    files: { identity: documentFile, release: documentFile },
    output: participant,
    status: 201,
    errors: ['UNDERAGE', 'FILE_KIND_REFUSED', 'FILE_TOO_LARGE', 'FILE_UNREADABLE', 'FILE_MISSING'],
    limit: 'upload',
  },
  'DELETE /performer/participants/{id}': {
    summary: 'Take a co-performer off the list. Whoever was approved or is seen in an item stays on record.',
    who: 'performer',
    lite: true,
    params: idParams,
    output: done,
  },
  'GET /admin/participants': {
    summary: 'Co-performers, those waiting longest first.',
    who: 'admin',
    permission: 'applications',
    /** `queue`: those that wait longest first; decided ones, the newest first. */
    query: sortable(paging, ['queue', 'createdAt', 'updatedAt'], 'asc').extend({ state: z.enum(PARTICIPANT_STATES).default('pending') }),
    output: listOf(participantReview).extend({
      counts: z.object({ pending: z.number().int(), approved: z.number().int(), rejected: z.number().int() }),
    }),
  },
  'GET /admin/participants/{id}/documents/{type}': {
    summary: 'A short-lived address of a co-performer’s document. Each view is logged.',
    who: 'admin',
    permission: 'applications',
    stepUp: true,
    params: z.object({ id, type: z.enum(PARTICIPANT_DOCUMENTS) }),
    output: z.object({ url: z.string(), contentType: z.string() }),
  },
  'POST /admin/participants/{id}/approve': {
    ...decision,
    summary: 'Approve a co-performer, who may then be seen in what is published. The admin has opened both documents.',
    errors: ['PARTICIPANT_STATE', 'DOCUMENT_UNOPENED'],
  },
  'POST /admin/participants/{id}/reject': {
    ...decision,
    summary: 'Refuse a co-performer, with a reason that the performer reads.',
    body: z.object({ note: line(500) }),
    errors: ['PARTICIPANT_STATE'],
  },
});
