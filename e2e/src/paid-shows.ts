import { createInitialGifts } from '@stagedoor/server/modules/gifts/index';
import { type Person, createFan, createPerformer, topUp } from '@stagedoor/server/testing/factories';
import { type TestApp, createTestApp } from '@stagedoor/server/testing/test-app';
import type { Page } from 'playwright-core';
import { type Visit, type VisitOptions, visit } from './browser.ts';

/** A site with live shows, and its people. */
export interface PaidShowSite {
  app: TestApp;
  /** Sells private shows at 3 tokens a minute, two minutes at least, and group shows at 4. */
  performer: Person;
  /** Has 50 tokens. */
  fan: Person;
  /** Has 7 tokens. */
  poor: Person;
  open: (options?: VisitOptions) => Promise<Visit>;
  close: () => Promise<void>;
}

/** Starts a site whose clock follows the real time, which the live process tells. */
export const createPaidShowSite = async (): Promise<PaidShowSite> => {
  const app = await createTestApp({ web: true, live: true });
  const follow = setInterval(() => app.clock.set(new Date()), 100);
  await createInitialGifts(app.platform);
  const performer = await createPerformer(app, { monthlyPrice: 9 });
  await app.platform.database
    .updateTable('performers')
    .set({ private_price_amount: 300n, group_price_amount: 400n, private_minimum_minutes: 2 })
    .where('account_id', '=', performer.id)
    .execute();
  const [fan, poor] = [await createFan(app), await createFan(app)];
  await topUp(app, fan, 50);
  await topUp(app, poor, 7);
  return {
    app,
    performer,
    fan,
    poor,
    open: (options) => visit(app.platform.config.publicUrl, options),
    close: async () => {
      clearInterval(follow);
      await app.close();
    },
  };
};

/** All shows, oldest first. */
export const showsOf = ({ platform }: TestApp) => platform.database.selectFrom('streams').selectAll().orderBy('id').execute();

/** Sets after how much more media the next minute of a person begins, in milliseconds. */
export const setNextMinute = async ({ platform }: TestApp, { id }: Person, inMs: number): Promise<void> => {
  await platform.database
    .updateTable('stream_participants')
    .set(({ eb }) => ({ next_from_ms: eb('connected_ms', '+', BigInt(inMs)) }))
    .where('account_id', '=', id)
    .where('is_running', '=', true)
    .execute();
};

/** Minutes of a show as they were charged to a person, oldest first. */
export const chargedMinutes = ({ platform }: TestApp, streamId: string, { id }: Person) =>
  platform.database
    .selectFrom('stream_minutes')
    .select(['minute', 'protocols', 'refund_reason'])
    .where('stream_id', '=', streamId)
    .where('account_id', '=', id)
    .orderBy('minute')
    .execute();

export const AN_HOUR_MS = 3_600_000;

/** Tells whether the sound and the picture that the fan publishes are on. */
export const published = (page: Page): Promise<{ sound: boolean | undefined; picture: boolean | undefined }> =>
  page.getByLabel('Your camera', { exact: true }).evaluate((video) => {
    const stream = (video as HTMLVideoElement).srcObject as MediaStream | null;
    return { sound: stream?.getAudioTracks()[0]?.enabled, picture: stream?.getVideoTracks()[0]?.enabled };
  });

/** Presses the button that asks for a private show, and waits for the held request. */
export const askFor = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Ask for a private show/ }).click();
  await page.getByText(/^You asked/).waitFor();
};
