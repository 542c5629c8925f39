import type { PrivateMessage } from '@stagedoor/contract/conversations';

/** Messages of one sender within this time stand together, with one time below. */
const TOGETHER_MS = 5 * 60_000;

export const isSameDay = (a: Date, b: Date): boolean => a.toDateString() === b.toDateString();

interface Placed {
  message: PrivateMessage;
  /** The first of its day: the day stands above it. */
  startsDay: boolean;
  /** The last of its group: the time stands below it. */
  endsGroup: boolean;
}

/** Where days and times stand between messages, oldest first. */
export const placed = (messages: readonly PrivateMessage[]): Placed[] =>
  messages.map((message, index) => {
    const at = new Date(message.createdAt);
    const before = messages[index - 1];
    const after = messages[index + 1];
    return {
      message,
      startsDay: !before || !isSameDay(new Date(before.createdAt), at),
      endsGroup:
        !after ||
        after.sender._id !== message.sender._id ||
        after.kind !== 'text' ||
        new Date(after.createdAt).getTime() - at.getTime() > TOGETHER_MS ||
        !isSameDay(new Date(after.createdAt), at),
    };
  });
