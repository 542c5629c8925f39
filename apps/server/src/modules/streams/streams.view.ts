import type { Audience } from '@stagedoor/contract/entitlement';
import type { Playback, RECORDING_STATES, StreamSession, StreamState, StreamSummary, StreamType } from '@stagedoor/contract/streams';
import { hundredthsToNumber } from '@stagedoor/contract/shapes';
import type { LiveEngine } from '../../live/live-engine.ts';
import { type ShowAddresses, recordingAddress } from '../../live/show-addresses.ts';
import { noteShortLived } from '../../platform/caching/shown.ts';
import { verifiesAge } from '../../platform/settings/age-levels.ts';
import type { Variant } from '../../platform/media/variants.ts';
import { type Viewer, accountIdOf } from '../../platform/auth/viewer.ts';
import type { Platform } from '../../platform/platform.ts';
import { avatarUrl } from '../accounts/index.ts';
import { type FactColumns, type TermColumns, accessToShow, tokenValueOf } from '../access/index.ts';
import { type AuthorNow, type AuthorRow, authorOf } from '../performers/index.ts';
import { type Goal, currentGoal } from './goals.rules.ts';
import { type EndReason, RETURN_MS } from './stream-state.ts';
import type { MinuteSums, TipSums } from './stream-tips.queries.ts';

export interface RecordingColumns {
  id: string;
  type: StreamType;
  recording_state: (typeof RECORDING_STATES)[number] | null;
  recording_ms: number | null;
  recording_variants: Variant[] | null;
  is_withheld: boolean | null;
  /** Of the show's item. */
  audience: Audience;
}

export interface ShowRow extends AuthorRow, AuthorNow, TermColumns, FactColumns, RecordingColumns {
  performer_id: string;
  state: StreamState;
  title: string;
  /** Of a group show. */
  group_audience: StreamSession['audience'];
  category_id: string | null;
  rehearsal: 'running' | 'ending' | null;
  goal_title: string | null;
  goal_amount: bigint | null;
  /** `amount` in hundredths, as text. */
  next_goals: { title: string; amount: string }[];
  /** As the settings were when the show began; null of old ones. */
  addresses: ShowAddresses | null;
  is_recorded: boolean;
  viewer_count: number;
  peak_viewer_count: number;
  published_ms: bigint;
  watched_ms: bigint;
  started_at: Date | null;
  silent_ms: bigint;
  silent_since: Date | null;
  interrupted_at: Date | null;
  /** Until when a show that is starting waits. */
  start_limit: Date;
  ended_at: Date | null;
  end_reason: EndReason | null;
  end_note: string;
  created_at: Date;
  updated_at: Date;
  conversation_id: string;
  /**
   * The viewer is the performer, has a seat in the running show, or paid for a minute of it. Of paid shows, everything that plays or was done
   * in them is theirs alone.
   */
  is_participant: boolean;
  raised: bigint;
  /** `amount` in hundredths of a token, as text: JSON would make it a float. */
  top_tippers: { id: string; username: string; name: string; avatarKey: string | null; amount: string }[];
}

type StorageContext = Pick<Platform, 'settings' | 'storage' | 'config'>;

const FORMATS = { public: 'optionForBroadcast', private: 'optionForPrivate', group: 'optionForGroup' } as const;

/** Whether a show, and its recording, play with a grant alone: all but the public ones for everyone, and those too where the site says so. */
export const needsToken = (settings: Platform['settings'], { type, audience }: Pick<ShowRow, 'type' | 'audience'>): boolean =>
  type !== 'public' || audience !== 'everyone' || settings.get('secureOption') || verifiesAge(settings);

/** Where a medium is played. @param token of a playing grant, which the address includes where it must */
export const playbackOf = (
  { settings }: Pick<Platform, 'settings'>,
  engine: LiveEngine,
  row: Pick<ShowRow, 'id' | 'type' | 'audience' | 'addresses'>,
  token: string | undefined,
): Playback => {
  const format = settings.get(FORMATS[row.type]);
  const url = engine.playback(row, format);
  return {
    format,
    // An external media server asks everybody for a token.
    url: token && (needsToken(settings, row) || !engine.checksGrants(row)) ? `${url}?token=${token}` : url,
    whep: engine.whep(row),
    signalling: engine.signalling(row, 'watch'),
  };
};

/**
 * The recording, for everyone who had access to the show, unless it is withheld from them: at the specification's address, or, where that requires a token, at a signed
 * one, which needs none.
 */
export const recordingOf = ({ settings, storage, config }: StorageContext, row: RecordingColumns): StreamSession['recording'] => {
  const key = row.recording_state === 'ready' ? row.recording_variants?.find(({ name }) => name === 'mp4')?.key : undefined;
  if (!key) return null;
  const url = row.is_withheld || needsToken(settings, row) ? storage.signedUrl(key) : recordingAddress(settings, config.publicUrl, row);
  return { url, durationSeconds: (row.recording_ms ?? 0) / 1000 };
};

/** The recording for its performer, in any state; null for a show that was not recorded, or had nothing to record. */
export const ownRecordingOf = (platform: StorageContext, row: RecordingColumns): StreamSummary['recording'] => {
  const recording = recordingOf(platform, row);
  return (
    row.recording_state && {
      state: row.recording_state,
      url: recording?.url ?? null,
      durationSeconds: recording?.durationSeconds ?? null,
      isWithheld: row.is_withheld === true,
    }
  );
};

export const tipsView = ({ settings }: Pick<Platform, 'settings'>, sums: TipSums): StreamSummary['tips'] => ({
  count: sums.tips,
  tokens: hundredthsToNumber(sums.tokens),
  net: hundredthsToNumber(sums.net),
  currency: settings.get('currency'),
});

export const minutesView = ({ settings }: Pick<Platform, 'settings'>, sums: MinuteSums): StreamSummary['minutes'] => ({
  count: sums.minutes,
  tokens: hundredthsToNumber(sums.minute_tokens),
  net: hundredthsToNumber(sums.minute_net),
  currency: settings.get('currency'),
});

const goalsOf = ({ goal_title: title, goal_amount: amount, next_goals: next }: ShowRow): Goal[] =>
  title === null || amount === null ? [] : [{ title, amount }, ...next.map((one) => ({ title: one.title, amount: BigInt(one.amount) }))];

/** The decision over a public show for the viewer it was read for; null of private and group shows. */
export const accessOf = ({ settings }: Pick<Platform, 'settings'>, viewer: Viewer, row: ShowRow): StreamSession['access'] =>
  row.type === 'public' ? accessToShow(row, viewer, tokenValueOf(settings)) : null;

/**
 * A show as the viewer it was read for sees it: of one that is locked, nothing that plays and nothing that was done in it. With the token of a
 * playing grant, the addresses include it.
 */
export const sessionOf = (platform: Platform, engine: LiveEngine, viewer: Viewer, row: ShowRow, token?: string): StreamSession => {
  // Viewers, goal and top tippers change all the time.
  if (row.state !== 'ended') noteShortLived();
  const access = accessOf(platform, viewer, row);
  // Everything that isn't granted is locked. A token was given to a participant a moment ago.
  const isLocked = row.type === 'public' ? access?.allowed !== true : !row.is_participant && token === undefined;
  const goals = isLocked ? [] : goalsOf(row);
  const isOwn = accountIdOf(viewer) === row.performer_id;
  const now = currentGoal(goals, row.raised);
  return {
    _id: row.id,
    type: row.type,
    state: row.state,
    title: row.title,
    performer: authorOf(platform, row.performer_id, row, row),
    conversationId: row.conversation_id,
    audience: row.type === 'public' ? (row.audience as StreamSession['audience']) : row.group_audience,
    access,
    categoryId: row.category_id,
    isRehearsal: row.rehearsal !== null,
    isRecorded: row.is_recorded,
    viewers: row.viewer_count,
    peakViewers: row.peak_viewer_count,
    goal: now.goal && {
      title: now.goal.title,
      amount: hundredthsToNumber(now.goal.amount),
      raised: hundredthsToNumber(now.goal.raised),
    },
    goals: { reached: now.reached, total: goals.length },
    topTippers: (isLocked ? [] : row.top_tippers).map(({ id, username, name, avatarKey, amount }) => ({
      fan: { _id: id, username, name, avatar: avatarUrl(platform, avatarKey) },
      amount: hundredthsToNumber(BigInt(amount)),
    })),
    playback: row.state === 'ended' || isLocked ? null : playbackOf(platform, engine, row, token),
    recording: isLocked || (row.is_withheld && !isOwn) ? null : recordingOf(platform, row),
    startedAt: row.started_at?.toISOString() ?? null,
    since: row.started_at && new Date(row.started_at.getTime() + Number(row.silent_ms)).toISOString(),
    silentSince: row.silent_since?.toISOString() ?? null,
    durationSeconds: Number(row.published_ms) / 1000,
    startBy: row.state === 'starting' ? row.start_limit.toISOString() : null,
    returnBy: row.interrupted_at && row.state === 'interrupted' ? new Date(row.interrupted_at.getTime() + RETURN_MS).toISOString() : null,
    closesAt: row.state === 'ended' ? null : (platform.settings.drain()?.until.toISOString() ?? null),
    endedAt: row.ended_at?.toISOString() ?? null,
    endReason: row.end_reason,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
};
