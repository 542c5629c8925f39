import { hash } from 'node:crypto';
import { isRecord } from '@stagedoor/contract/keys.values';
import type { Endpoint, EndpointKey, Endpoints } from '@stagedoor/contract/endpoint';
import { ERRORS, type ErrorCode, errorsOf } from '@stagedoor/contract/errors';
import { UPLOADS_PATH, UPLOAD_ID_FIELD, type UploadPurpose } from '@stagedoor/contract/uploads';
import { CLIENT_EVENTS, CLIENT_EVENT_RULES, SERVER_EVENTS } from '@stagedoor/contract/realtime';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

type Schema = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Schema => {
  const { $schema: _, ...rest }: Schema = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' });
  return rest;
};

const parametersOf = (schema: z.ZodType | undefined, place: 'path' | 'query'): Schema[] => {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Record<string, Schema>; required?: string[] };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
};

const ERROR_SCHEMA: Schema = {
  type: 'object',
  required: ['statusCode', 'error', 'message'],
  properties: {
    statusCode: { type: 'integer' },
    error: { type: 'string', enum: Object.keys(ERRORS), description: 'A stable code, for programs.' },
    message: {
      description: 'For people, in their language: a sentence, or one entry a property when validation failed.',
      oneOf: [
        { type: 'string' },
        {
          type: 'array',
          items: {
            type: 'object',
            required: ['property', 'constraints'],
            properties: { property: { type: 'string' }, constraints: { type: 'object', additionalProperties: { type: 'string' } } },
          },
        },
      ],
    },
    details: { type: 'object', additionalProperties: true },
  },
};

const jsonBody = (schema: Schema): Schema => ({ content: { 'application/json': { schema } } });

/** Description of a resumable upload in place of a file. */
const resumable = (purposes: readonly UploadPurpose[]): string =>
  `In place of the file: a whole upload by tus 1.0 at ${UPLOADS_PATH}, begun with \`purpose\` ${purposes.map((purpose) => `"${purpose}"`).join(' or ')} in its metadata.`;

const bodyOf = (endpoint: Endpoint): Schema | undefined => {
  const fields = endpoint.body ? schemaOf(endpoint.body, 'input') : undefined;
  if (!endpoint.files) return fields && { required: true, ...jsonBody(fields) };
  const files = Object.entries(endpoint.files);
  const purposes = files.flatMap(([, field]) => field.purpose ?? []);
  const isFileNeeded = files.some(([, { optional }]) => !optional);
  return {
    required: true,
    content: {
      ...(fields && !isFileNeeded ? { 'application/json': { schema: fields } } : {}),
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: {
            ...(isRecord(fields?.['properties']) ? fields['properties'] : {}),
            ...(purposes.length > 0 ? { [UPLOAD_ID_FIELD]: { type: 'string', format: 'uuid', description: resumable(purposes) } } : {}),
            ...Object.fromEntries(
              files.map(([name, { accept, maxBytes }]) => [
                name,
                {
                  type: 'string',
                  contentMediaType: 'application/octet-stream',
                  description: `${accept.join(' or ')}, at most ${maxBytes} bytes`,
                },
              ]),
            ),
          },
          required: [
            ...((fields?.['required'] as string[] | undefined) ?? []),
            ...files.filter(([, field]) => !field.optional && !field.purpose).map(([name]) => name),
          ],
        },
      },
    },
  };
};

const CALLERS: Record<Endpoint['who'], string> = {
  public: 'Anybody, without a session too.',
  user: 'Any account.',
  fan: 'Fans.',
  performer: 'Performers.',
  admin: 'Admins.',
};

const operationOf = (key: EndpointKey, endpoint: Endpoint, tag: string): Schema => {
  const answer = endpoint.download
    ? { type: 'string' }
    : endpoint.plain
      ? schemaOf(endpoint.output, 'output')
      : { type: 'object', required: ['data'], properties: { data: schemaOf(endpoint.output, 'output') } };
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(endpoint)) byStatus.set(ERRORS[code], [...(byStatus.get(ERRORS[code]) ?? []), code]);
  const conditions = [
    CALLERS[endpoint.who],
    endpoint.lite ? 'Performers who are not approved yet may call it too.' : '',
    endpoint.stepUp ? 'Needs a log-in or a confirmation (`POST /auth/confirm`) less than ten minutes old.' : '',
    endpoint.verified ? 'The mail address must be verified.' : '',
    endpoint.idempotency !== 'none' && !key.startsWith('GET') ? 'Takes an `Idempotency-Key`.' : '',
  ];
  const body = bodyOf(endpoint);
  return {
    operationId: key.replace(/[^A-Za-z0-9]+/g, '_').toLowerCase(),
    tags: [tag],
    summary: endpoint.summary,
    description: conditions.filter(Boolean).join(' '),
    ...(endpoint.who === 'public' ? { security: [{}, { session: [] }, { cookie: [] }] } : {}),
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      { name: 'locale', in: 'query', required: false, schema: { type: 'string' }, description: 'Language of messages.' },
    ],
    ...(body ? { requestBody: body } : {}),
    responses: {
      [endpoint.status ?? 200]: {
        description: 'Done.',
        ...(endpoint.download ? { content: { [endpoint.download.contentType]: { schema: answer } } } : jsonBody(answer)),
      },
      ...Object.fromEntries(
        [...byStatus]
          .sort(([a], [b]) => a - b)
          .map(([status, codes]) => [status, { description: codes.join(', '), ...jsonBody({ $ref: '#/components/schemas/Error' }) }]),
      ),
    },
  };
};

/** The OpenAPI 3.1 document of a contract; socket events are listed under `x-socket-events`. */
export const openApiDocument = (modules: Readonly<Record<string, Endpoints>>, version: string): Schema => {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const [tag, module] of Object.entries(modules)) {
    for (const [key, endpoint] of Object.entries(module) as [EndpointKey, Endpoint][]) {
      const [method, path] = key.split(' ') as [string, string];
      paths[`/api${path}`] = { ...paths[`/api${path}`], [method.toLowerCase()]: operationOf(key, endpoint, tag) };
    }
  }
  const events = (map: Readonly<Record<string, z.ZodType>>, io: 'input' | 'output') =>
    Object.fromEntries(Object.entries(map).map(([name, schema]) => [name, schemaOf(schema, io)]));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Stagedoor',
      version,
      description:
        'Success is `{ data }`, a list `{ data: { data, total } }`, a failure `{ statusCode, error, message }`. Amounts are numbers with at most two decimals, ids UUIDs, instants ISO 8601 in UTC.',
    },
    servers: [{ url: '/' }],
    security: [{ session: [] }, { cookie: [] }],
    tags: Object.keys(modules).map((name) => ({ name })),
    paths,
    components: {
      schemas: { Error: ERROR_SCHEMA },
      securitySchemes: {
        session: { type: 'apiKey', in: 'header', name: 'authorization', description: 'The raw token of POST /auth/login.' },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'token',
          description: 'Set by POST /auth/login; unsafe calls need an Origin of the site.',
        },
      },
    },
    'x-socket-events': {
      path: '/socket.io/',
      server: events(SERVER_EVENTS, 'output'),
      client: events(CLIENT_EVENTS, 'input'),
      callers: CLIENT_EVENT_RULES,
      acknowledgement: 'Success is `{ success: true }`, a failure `{ success: false, error }` with a code of the errors.',
    },
  };
};

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi;

/** The policy of the reference page: its own inline scripts, by their hashes, and this site alone. */
const docsPolicy = (html: string): string =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...[...html.matchAll(INLINE_SCRIPT)].map(([, code = '']) => `'sha256-${hash('sha256', code, 'base64')}'`)].join(
      ' ',
    ),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Serves the document at /api/openapi.json and its reference page at /api/docs. */
export const registerOpenApi = async (
  app: FastifyInstance,
  modules: Readonly<Record<string, Endpoints>>,
  version: string,
): Promise<void> => {
  let document: string | undefined;
  app.get('/api/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(modules, version));
    return reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'public, max-age=300').send(document);
  });
  await app.register(async (docs) => {
    docs.addHook('onSend', async (_request, reply, payload) => {
      reply.header('content-security-policy', docsPolicy(typeof payload === 'string' ? payload : ''));
    });
    await docs.register(scalar, {
      routePrefix: '/api/docs',
      configuration: {
        url: '/api/openapi.json',
        theme: 'none',
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
      } as never,
    });
  });
};
