import { sql } from 'kysely';
import { readRows } from '../../platform/personal-data.ts';
import type { Platform } from '../../platform/platform.ts';

/** Retention of the records of everybody who is seen (18 USC 2257; 28 CFR 75.4). */
const RECORD_YEARS = 7;

/** Who is seen in what a performer published: their identity and release stay. */
export const registerParticipantData = (platform: Platform): void =>
  platform.personalData.register({
    module: 'participants',
    tables: ['participants'],
    async read(executor, accountId) {
      const condition = sql`t.performer_id = ${accountId}::uuid`;
      return { data: { participants: await readRows(executor, 'participants', condition, ['decided_by']) } };
    },
    keeps: [{ what: 'personalData.kept.participants', years: RECORD_YEARS, of: 'performer' }],
  });
