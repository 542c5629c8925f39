import type { Log } from '../platform/telemetry/log.ts';
import type { SignedStatement } from './sandbox-statements.ts';

/**
 * Delivers the sandbox's statements to the site's callback over HTTP, like an external gateway. The sandbox retries failed deliveries, and
 * the site polls.
 * @param originOf the site's origin
 * @returns whether the site accepted it
 */
export const createSandboxDelivery =
  (originOf: () => string, log: Pick<Log, 'warn'>) =>
  async (statement: SignedStatement): Promise<boolean> => {
    try {
      const response = await fetch(`${originOf()}/api/gateways/sandbox/callback`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(statement),
      });
      await response.arrayBuffer();
      return response.ok;
    } catch (error) {
      log.warn({ err: error }, 'the sandbox gateway’s callback was not delivered');
      return false;
    }
  };
