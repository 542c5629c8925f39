import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type SandboxStatement, signStatement } from '../gateways/sandbox-statements.ts';
import type { TestApp } from './test-app.ts';

const answer = z.object({ received: z.boolean().optional(), error: z.string().optional() });

/** Sends a body to the sandbox's callback, as its company does. @returns the status, and the code of a refusal */
export const sendCallback = async (app: Pick<TestApp, 'url'>, body: unknown): Promise<{ status: number; error: string | undefined }> => {
  const response = await fetch(`${app.url}/api/gateways/sandbox/callback`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, error: answer.parse(await response.json()).error };
};

/** Sends a statement as the sandbox would sign it. */
export const sendStatement = (
  app: Pick<TestApp, 'url'>,
  secret: string,
  statement: Partial<SandboxStatement> & Pick<SandboxStatement, 'event'>,
) =>
  sendCallback(
    app,
    signStatement(secret, {
      key: randomUUID(),
      orderId: '',
      paymentId: '',
      subscriptionId: '',
      amount: '0',
      currency: 'USD',
      ...statement,
    }),
  );
