import type { Log } from '../platform/telemetry/log.ts';
import type { SignedStatement } from './sandbox-statements.ts';

/**
 * Brings the sandbox's statements to the site's callback over HTTP, as a gateway of another company does. A failure is left to the
 * sandbox, which sends again, and to the poll.
 * @param originOf where the site answers
 * @returns whether it was heard
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
