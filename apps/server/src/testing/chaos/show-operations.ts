import { sql } from 'kysely';
import { tokensOf } from '../paid-show-fixtures.ts';
import { type Answer, type ChaosClient, toHundredths } from './chaos-client.ts';
import { pause } from './pause.ts';
import { count } from './report.ts';
import { type ChaosShow, MINUTE_PRICE } from './shows.ts';

const MOST_MINUTES = 3;
/** Minutes begin when a client says so: the clock's own next one is put off by an hour of media. */
const AN_HOUR_MS = 3_600_000;
/** Enough tries to charge a minute that is due, while servers are killed. */
const MAX_TRIES = 200;

/**
 * Sets after how much more media a fan's next minute begins, while so many are charged.
 *
 * @returns minutes charged; null when the clock doesn't run
 */
const setNextMinute = async (chaosClient: ChaosClient, streamId: string, minutes: number | null, inMs: number): Promise<number | null> => {
  const { id, context, retryUntilDone } = chaosClient;
  const { rows } = await retryUntilDone(() =>
    sql<{ minutes: number }>`
      update stream_participants
      set next_from_ms = case when minutes = coalesce(${minutes}::int, minutes) then connected_ms + ${inMs}::bigint else next_from_ms end
      where stream_id = ${streamId}::uuid and account_id = ${id}::uuid and left_at is null and is_running
      returning minutes`.execute(context.app.platform.database),
  );
  return rows[0]?.minutes ?? null;
};

/** Has a minute charged by its fan's browser, or by the server's own sweep, whichever comes first. @returns whether it was */
const playMinute = async (chaosClient: ChaosClient, streamId: string): Promise<boolean> => {
  const before = await setNextMinute(chaosClient, streamId, null, 0);
  const pay = (): Promise<Answer> => chaosClient.client.send('POST /payment-wallet/send-private-chat/{id}', { params: { id: streamId } });
  for (let tries = 0; tries < MAX_TRIES && before !== null; tries += 1) {
    // Some browsers are late, some send it twice.
    const times = Math.floor(chaosClient.random.next() * 3);
    await Promise.all(Array.from({ length: times }, () => chaosClient.retryUntilAnswered(pay)));
    const after = await setNextMinute(chaosClient, streamId, before, 0);
    if (after === null) return false;
    if (after > before) {
      await setNextMinute(chaosClient, streamId, after, AN_HOUR_MS);
      return true;
    }
    await pause();
  }
  return false;
};

const watch = async (chaosClient: ChaosClient, { streamId, publishToken }: ChaosShow): Promise<void> => {
  const { client, context, random, retryUntilAnswered, retryUntilDone } = chaosClient;
  const { node, report } = context.shows;
  const joined = await retryUntilAnswered(() => client.send('POST /streaming/join/{id}', { params: { id: streamId } }));
  if (!chaosClient.recordOutcome('seat in a group show', joined)) return;
  const { token } = joined.data as { token: { tokenId: string } };
  await retryUntilDone(() => node.watch(streamId, token.tokenId));
  await retryUntilDone(report);
  let minutes = 0;
  for (let left = 1 + Math.floor(random.next() * MOST_MINUTES); left > 0; left -= 1)
    if (await playMinute(chaosClient, streamId)) minutes += 1;
  for (let times = 0; times < minutes; times += 1) count(context.report.counts, 'minute');
  // The performer's connection breaks: the running minute is given back.
  if (minutes > 0 && random.chance(0.3)) {
    node.drop(streamId);
    await retryUntilDone(report);
    await retryUntilDone(() => node.publish(streamId, publishToken));
    await retryUntilDone(report);
    count(context.report.counts, 'minute given back');
    minutes -= 1;
  }
  // After a lost answer the seat is left already.
  await retryUntilAnswered(() => client.send('POST /streaming/leave/{id}', { params: { id: streamId } }));
  chaosClient.balance -= minutes * toHundredths(MINUTE_PRICE);
};

/** Takes a seat in a group show for some minutes, and leaves: what was held and not used is back, and each minute was charged once. */
export const watchShow = async (chaosClient: ChaosClient): Promise<void> => {
  const { shows } = chaosClient.context;
  const show = await chaosClient.retryUntilDone(() => shows.take());
  if (!show) return;
  const begun = performance.now();
  try {
    await watch(chaosClient, show);
    const tokens = await chaosClient.retryUntilDone(() => tokensOf(chaosClient.context.app, chaosClient));
    const [wallet, held] = [toHundredths(tokens.wallet), toHundredths(tokens.held)];
    if (held !== 0) chaosClient.fail(`${held} are held for a show that was left`);
    if (shows.isUndisturbedSince(begun)) {
      if (wallet !== chaosClient.balance)
        chaosClient.fail(`after a show a wallet holds ${wallet}, its owner expects ${chaosClient.balance}`);
    } else chaosClient.balance = wallet;
  } finally {
    show.isTaken = false;
  }
};
