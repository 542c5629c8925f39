import type { FastifyInstance } from 'fastify';
import type { Platform } from '../platform.ts';
import { enabledLanguages } from '../texts.ts';

/** Less than a year ahead (RFC 9116, 2.5.5); computed for each request. */
const VALID_DAYS = 180;
const DAY_MS = 86_400_000;

/** Serves /.well-known/security.txt (RFC 9116). The contact is a setting, else the admin's mail address. */
export const registerSecurityTxt = (
  app: FastifyInstance,
  { settings, clock, config }: Pick<Platform, 'settings' | 'clock' | 'config'>,
): void => {
  app.get('/.well-known/security.txt', (_request, reply) => {
    // Whole days: two requests on one day answer the same.
    const expires = new Date((Math.floor(clock.now().getTime() / DAY_MS) + VALID_DAYS) * DAY_MS);
    const lines = [
      `Contact: ${settings.get('securityContact') || `mailto:${settings.get('adminEmail')}`}`,
      `Contact: ${config.publicUrl}/contact`,
      `Expires: ${expires.toISOString()}`,
      `Preferred-Languages: ${enabledLanguages()
        .map(({ locale }) => locale)
        .join(', ')}`,
      `Canonical: ${config.publicUrl}/.well-known/security.txt`,
    ];
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(`${lines.join('\n')}\n`);
  });
};
