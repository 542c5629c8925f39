import type { ShowOffers } from '@stagedoor/contract/paid-shows';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import { sql } from 'kysely';
import { moneyOf } from '../../ledger/index.ts';
import { type Viewer, accountIdOf } from '../../platform/auth/viewer.ts';
import type { Platform } from '../../platform/platform.ts';
import { tokenValueOf } from '../access/index.ts';
import { findVisiblePerformerId } from '../performers/index.ts';
import { groupMinutesLeft } from './group-shows.ts';
import { findMinutesLeft } from './minutes-left.queries.ts';
import { RECORDS_PRIVATE_SHOWS } from './requests.queries.ts';
import { findOpenRequest, privateTermsOf } from './requests.ts';

/** Returns the minutes that a fan can pay of a private show; what an open request of theirs holds counts. */
const privateMinutesLeft = async (
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  fanId: string,
  performerId: string,
  terms: { price: bigint; tokenValue: bigint },
): Promise<number> => {
  const open = await findOpenRequest(database, fanId);
  const requestId = open?.performer_id === performerId ? open.id : undefined;
  return findMinutesLeft(database, fanId, { show: requestId, holdId: requestId, ...terms }, clock.now());
};

/** Returns the terms of a performer's private and group shows. @throws CodedError NOT_FOUND */
export const getOffers = async (platform: Platform, viewer: Viewer, country: string | null, performer: string): Promise<ShowOffers> => {
  const performerId = await findVisiblePerformerId(platform, viewer, country, performer);
  const terms = await privateTermsOf(platform, performerId);
  const tokenValue = tokenValueOf(platform.settings);
  const { rows } = await sql<{
    id: string;
    title: string;
    price_amount: bigint;
    minimum_minutes: number;
    seats: number;
    taken: number;
    is_recorded: boolean;
  }>`
    select s.id, s.title, s.price_amount, s.minimum_minutes, s.seats, s.is_recorded,
      (select count(*)::int from stream_participants x where x.stream_id = s.id and x.left_at is null) as taken
    from streams s
    where s.performer_id = ${performerId}::uuid and s.type = 'group' and s.ended_at is null and s.price_amount is not null`.execute(
    platform.database,
  );
  const group = rows[0];
  const accountId = accountIdOf(viewer);
  const isFan = accountId !== null && accountId !== performerId;
  const amounts = (price: bigint) => ({ price: hundredthsToNumber(price), money: hundredthsToNumber(moneyOf(price, tokenValue)) });
  return {
    private: {
      ...amounts(terms.price),
      minimumMinutes: terms.minimumMinutes,
      minutesLeft: isFan ? await privateMinutesLeft(platform, accountId, performerId, { price: terms.price, tokenValue }) : null,
      isRecorded: RECORDS_PRIVATE_SHOWS,
      obstacle: terms.obstacle,
    },
    group: group
      ? {
          _id: group.id,
          title: group.title,
          ...amounts(group.price_amount),
          minimumMinutes: group.minimum_minutes,
          minutesLeft: isFan ? await groupMinutesLeft(platform, accountId, group.id, group.price_amount) : null,
          seats: group.seats,
          taken: group.taken,
          isRecorded: group.is_recorded,
        }
      : null,
  };
};
