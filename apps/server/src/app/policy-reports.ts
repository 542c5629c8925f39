import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Platform } from '../platform/platform.ts';
import { redactUrl } from '../platform/telemetry/log.ts';
import { POLICY_REPORTS_PATH } from '../platform/web/security-headers.ts';

const MAX_BYTES = 16_384;
const MAX_LENGTH = 200;
/** A page with a broken extension reports hundreds; the counter of the metrics has them all. */
const LINES_PER_MINUTE = 30;
const MINUTE_MS = 60_000;

const word = z
  .string()
  .catch('')
  .transform((text) => text.slice(0, MAX_LENGTH));
const address = word.transform(redactUrl);

/** A report as `report-uri` sends it. */
const old = z
  .object({
    'csp-report': z.object({ 'document-uri': address, 'effective-directive': word, 'violated-directive': word, 'blocked-uri': address }),
  })
  .transform(({ 'csp-report': report }) => [
    {
      page: report['document-uri'],
      directive: report['effective-directive'] || report['violated-directive'],
      blocked: report['blocked-uri'],
    },
  ]);

/** Reports as the Reporting API sends them, of several kinds. */
const listed = z
  .array(
    z.object({
      type: word,
      body: z.object({ documentURL: address, effectiveDirective: word, blockedURL: address }).optional().catch(undefined),
    }),
  )
  .max(50)
  .transform((reports) =>
    reports.flatMap(({ type, body }) =>
      type === 'csp-violation' && body ? [{ page: body.documentURL, directive: body.effectiveDirective, blocked: body.blockedURL }] : [],
    ),
  );

const reports = z.union([old, listed]);

/**
 * Logs what browsers refused by the content-security policy: page and address without queries, and the directive. Anybody can send such a
 * report, so it proves nothing, and only some a minute are logged.
 */
export const registerPolicyReports = async (
  server: FastifyInstance,
  { log, metrics }: Pick<Platform, 'log' | 'metrics'>,
): Promise<void> => {
  let [minute, lines] = [0, 0];
  const mayLog = (): boolean => {
    const now = Math.floor(Date.now() / MINUTE_MS);
    if (now !== minute) [minute, lines] = [now, 0];
    lines += 1;
    return lines <= LINES_PER_MINUTE;
  };
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json', 'application/json'],
      { parseAs: 'string', bodyLimit: MAX_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.post<{ Body: string }>(POLICY_REPORTS_PATH, { bodyLimit: MAX_BYTES }, async (request, reply) => {
      for (const report of read(request.body)) {
        metrics.policyViolations.inc();
        if (mayLog()) log.warn(report, 'a page was refused something by its content-security policy');
      }
      return reply.code(204).send();
    });
  });
};

const read = (body: string): z.output<typeof reports> => {
  try {
    return reports.safeParse(JSON.parse(body)).data ?? [];
  } catch {
    return [];
  }
};
