import { afterAll, beforeAll, describe } from 'vitest';
import { type TestApp, createTestApp } from '../testing/test-app.ts';
import type { GatewayCallback } from './gateway.ts';
import { type CallbackTampering, type OpenedPage, type GatewaySuite, declareGatewayTests, declareRefundTests } from './gateway-suite.ts';
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
  const suite: GatewaySuite = {
    can: {
      recurring: true,
      refund: 'partial',
      refundEndsSubscription: false,
      cancel: 'call',
      poll: true,
      reports: ['declined', 'cancelled'],
    },
    answers: {
      done: { status: 200 },
      later: { status: 404 },
      refused: { status: 409 },
      forged: { status: 400 },
      failed: { status: 503 },
    },
    makeDriver: async () => {
      let sent: GatewayCallback[] = [];
      const gateway = createSandboxGateway(app.platform, {
        secret: 'a secret of this test alone',
        deliver: async (statement) => {
          const body = Buffer.from(JSON.stringify(statement));
          sent.push({ method: 'POST', headers: {}, query: new URLSearchParams(), body, ip: '127.0.0.1' });
          return true;
        },
      });
      const press = async ({ handle }: OpenedPage, action: SandboxAction) => void (await gateway.act(handle!, action));
      return {
        gateway,
        end: press,
        renew: (page) => press(page, 'renew'),
        refundInConsole: (page) => press(page, 'refund'),
        async failRenewal(page) {
          await press(page, 'failRenewal');
          const { recurring } = await gateway.getPayment(page.handle!);
          app.clock.set(new Date(recurring!.renewsAt!.getTime() + DAY_MS / 2));
          await gateway.work();
        },
        chargeBack: (page) => press(page, 'chargeBack'),
        async takeCallbacks() {
          const taken = sent;
          sent = [];
          return taken;
        },
      };
    },
    tamperings: {
      signature: changed('signature', 'ab'.repeat(32)),
      'signature (to nothing)': changed('signature', ''),
      amount: changed('amount', '1'),
      currency: changed('currency', 'EUR'),
      event: changed('event', 'refunded'),
      order: changed('orderId', '00000000-0000-4000-8000-000000000000'),
      payment: changed('paymentId', 'sbx_other'),
      name: changed('key', 'another'),
    },
  };
  declareGatewayTests(suite);
  declareRefundTests(suite);
});
