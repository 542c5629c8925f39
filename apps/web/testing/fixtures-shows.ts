import type { Conversation } from '@stagedoor/contract/conversations';
import type { PrivateShow, ShowOffers, ShowReceipt, ShowRequest, ShowSeat } from '@stagedoor/contract/paid-shows';
import type { StreamSession } from '@stagedoor/contract/streams';
import { FAN, idOf, INSTANT, PERFORMER } from './fixtures.ts';

export const SHOW_ID = idOf(30);

/** The performer of every show here, as lists name them. */
export const HOST = {
  ...PERFORMER,
  craft: 'Aerialist',
  city: 'Porto',
  isOnline: true,
  isLive: true,
  live: { state: 'public', streamId: SHOW_ID, title: 'Knots, slowly', since: INSTANT, link: '/live/luna' },
} as const;

/** A group show with six of eight seats free, at three tokens a minute. */
export const GROUP_LIVE = {
  state: 'group',
  streamId: SHOW_ID,
  title: 'Silks for four',
  since: INSTANT,
  link: `/live/group/${SHOW_ID}`,
  rate: 3,
  money: 3,
  seats: 8,
  taken: 2,
} as const;

/** Three tokens a minute, three minutes at least. */
export const OFFER: ShowOffers['private'] = { price: 3, money: 3, minimumMinutes: 3, minutesLeft: 6, isRecorded: false, obstacle: null };

export const secondsFromNow = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

/** The fan's request, with its nine tokens held. */
export const requestOf = (changes: Partial<ShowRequest> = {}): ShowRequest => ({
  _id: SHOW_ID,
  conversationId: idOf(31),
  state: 'requested',
  performer: HOST,
  fan: {
    _id: FAN._id,
    username: FAN.username,
    name: FAN.name,
    avatar: FAN.avatar,
    isOnline: true,
    spent: null,
    subscribedUntil: null,
    note: null,
  },
  message: '',
  withCamera: false,
  price: 3,
  minimumMinutes: 3,
  held: 9,
  minutesLeft: 6,
  isRecorded: false,
  expiresAt: secondsFromNow(119),
  endReason: null,
  createdAt: INSTANT,
  updatedAt: INSTANT,
  ...changes,
});

export const sessionOf = (changes: Partial<StreamSession> = {}): StreamSession => ({
  _id: SHOW_ID,
  type: 'private',
  state: 'live',
  title: '',
  performer: HOST,
  conversationId: idOf(31),
  audience: null,
  access: null,
  categoryId: null,
  isRehearsal: false,
  isRecorded: false,
  viewers: 1,
  peakViewers: 1,
  goal: null,
  goals: { reached: 0, total: 0 },
  topTippers: [],
  playback: null,
  recording: null,
  startedAt: INSTANT,
  since: INSTANT,
  silentSince: null,
  durationSeconds: 0,
  startBy: null,
  returnBy: null,
  closesAt: null,
  endedAt: null,
  endReason: null,
  createdAt: INSTANT,
  updatedAt: INSTANT,
  ...changes,
});

/** A seat in its second minute: three tokens of nine are still held. */
export const seatOf = (changes: Partial<ShowSeat> = {}): ShowSeat => ({
  price: 3,
  held: 3,
  minutes: 2,
  spent: 6,
  balance: 11.5,
  minutesLeft: 4,
  connectedSeconds: 75,
  minuteStartedAt: INSTANT,
  nextMinuteAt: INSTANT,
  leftAt: null,
  leftReason: null,
  joinedAt: INSTANT,
  ...changes,
});

const CONVERSATION: Conversation = {
  _id: idOf(31),
  type: 'stream_private',
  source: 'stream',
  sourceId: SHOW_ID,
  streamId: SHOW_ID,
  performerId: HOST._id,
  isClosed: false,
  totalNotSeenMessages: 0,
  isPinned: false,
  createdAt: INSTANT,
  updatedAt: INSTANT,
};

/** A private show that is asked for, and, with a seat, accepted. */
export const privateShowOf = (changes: Partial<PrivateShow> = {}): PrivateShow => ({
  request: requestOf(),
  session: null,
  conversation: CONVERSATION,
  seat: null,
  camera: null,
  ...changes,
});

/** The fan's receipt: three minutes at three tokens, of which the third came back. */
export const receiptOfShow = (changes: Partial<ShowReceipt['fans'][number]> = {}): ShowReceipt => ({
  _id: SHOW_ID,
  type: 'private',
  title: '',
  performer: HOST,
  startedAt: INSTANT,
  endedAt: INSTANT,
  endReason: 'fan',
  currency: 'USD',
  fans: [
    {
      fan: { _id: FAN._id, username: FAN.username, name: FAN.name, avatar: FAN.avatar },
      price: 3,
      minutes: [1, 2, 3].map((minute) => ({
        minute,
        startedAt: `2026-11-21T19:0${minute - 1}:00.000Z`,
        amount: 3,
        isRefunded: minute === 3,
        refundReason: minute === 3 ? ('dropped' as const) : null,
        connectedSeconds: minute === 3 ? 21 : 60,
        protocols: ['whep' as const],
      })),
      connectedSeconds: 151.2,
      missed: 0,
      total: 6,
      money: 6,
      tips: 0,
      net: null,
      balance: 14,
      walletBefore: 20,
      walletAfter: 14,
      leftReason: 'left',
      ...changes,
    },
  ],
});
