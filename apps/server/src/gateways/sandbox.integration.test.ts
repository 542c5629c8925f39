import { afterAll, beforeAll, describe } from 'vitest';
import { type TestApp, createTestApp } from '../testing/test-app.ts';
import type { GatewayCallback } from './gateway.ts';
import { type CallbackTampering, declareGatewayTests } from './gateway-suite.ts';
import { type SandboxAction, createSandboxGateway } from './sandbox.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const changed =
  (name: string, value: string): CallbackTampering =>
  (callback) => ({
    ...callback,
    body: Buffer.from(JSON.stringify({ ...JSON.parse(callback.body.toString('utf8')), [name]: value })),
  });

describe('the sandbox', () => {
  declareGatewayTests(
    { recurring: true, refund: 'partial', refundEndsSubscription: false, cancel: 'call' },
    async () => {
      let sent: GatewayCallback[] = [];
      const gateway = createSandboxGateway(app.platform, {
        secret: 'a secret of this test alone',
        deliver: async (statement) => {
          const body = Buffer.from(JSON.stringify(statement));
          sent.push({ method: 'POST', headers: {}, query: new URLSearchParams(), body, ip: '127.0.0.1' });
          return true;
        },
      });
      const press = async (paymentId: string, action: SandboxAction) => void (await gateway.act(paymentId, action));
      return {
        gateway,
        end: press,
        renew: (paymentId) => press(paymentId, 'renew'),
        async failRenewal(paymentId) {
          await press(paymentId, 'failRenewal');
          const { recurring } = await gateway.getPayment(paymentId);
          app.clock.set(new Date(recurring!.renewsAt!.getTime() + DAY_MS / 2));
          await gateway.work();
        },
        chargeBack: (paymentId) => press(paymentId, 'chargeBack'),
        async takeCallbacks() {
          const taken = sent;
          sent = [];
          return taken;
        },
      };
    },
    {
      signature: changed('signature', 'ab'.repeat(32)),
      'signature (to nothing)': changed('signature', ''),
      amount: changed('amount', '1'),
      currency: changed('currency', 'EUR'),
      event: changed('event', 'refunded'),
      order: changed('orderId', '00000000-0000-4000-8000-000000000000'),
      payment: changed('paymentId', 'sbx_other'),
      name: changed('key', 'another'),
    },
  );
});
