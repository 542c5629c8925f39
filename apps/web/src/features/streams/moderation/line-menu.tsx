import type { ChatState } from '@stagedoor/contract/chat';
import { TIMEOUT_MINUTES } from '@stagedoor/contract/chat.values';
import type { Message } from '@stagedoor/contract/conversations';
import { IconClockPause, IconClockPlay, IconFlag, IconShield, IconShieldOff, IconTrash } from '@tabler/icons-react';
import type { MenuProps } from '../../../ui/Menu.tsx';
import type { Translate } from '../../../ui/text.ts';
import type { ChatActs } from './use-chat-rules.ts';

/** What the reader may do with a message, as words separated by spaces: a primitive, so that lines are drawn again only when it changes. */
export type LineRights = string;

const icon = { size: 20, stroke: 1.75 } as const;

/** @param isHost the reader gives the show, also before the rules are read */
export const rightsOf = (message: Message, ownId: string | null, isHost: boolean, state: ChatState | undefined): LineRights => {
  if (ownId === null || message.isDeleted) return '';
  const { sender } = message;
  const isOwn = sender._id === ownId;
  const isModerator = state?.moderatorIds.includes(sender._id) ?? sender.isModerator;
  const moderates = !sender.isHost && (isHost || state?.role === 'moderator');
  const rights: string[] = [];
  if (message.kind === 'text' && (isOwn || isHost || moderates)) rights.push('delete');
  if (!isOwn && moderates && (isHost || !isModerator))
    rights.push(state?.timeouts.some(({ account }) => account._id === sender._id) ? 'lift' : 'timeOut');
  if (!isOwn && isHost) rights.push(isModerator ? 'dismiss' : 'appoint');
  if (!isOwn && message.kind === 'text') rights.push('report');
  return rights.join(' ');
};

/** The menu of a message, by the reader's rights. */
export const lineMenu = (
  t: Translate,
  message: Message,
  rights: LineRights,
  acts: ChatActs & { remove: (messageId: string) => void; report: (messageId: string) => void },
): MenuProps['groups'] => {
  const has = (right: string) => rights.split(' ').includes(right);
  const { _id: accountId } = message.sender;
  const items = [
    has('delete') && [
      { key: 'delete', text: t('chat.delete'), icon: <IconTrash {...icon} />, bad: true, onSelect: () => acts.remove(message._id) },
    ],
    has('timeOut') &&
      [...TIMEOUT_MINUTES, null].map((minutes) => ({
        key: `timeOut${minutes}`,
        text: minutes === null ? t('moderation.timeOutShow') : t('moderation.timeOut', { count: minutes }),
        icon: <IconClockPause {...icon} />,
        onSelect: () => acts.timeOut(accountId, minutes),
      })),
    has('lift') && [{ key: 'lift', text: t('moderation.lift'), icon: <IconClockPlay {...icon} />, onSelect: () => acts.lift(accountId) }],
    has('appoint') && [
      { key: 'appoint', text: t('moderation.appoint'), icon: <IconShield {...icon} />, onSelect: () => acts.appoint(accountId) },
    ],
    has('dismiss') && [
      { key: 'dismiss', text: t('moderation.dismiss'), icon: <IconShieldOff {...icon} />, onSelect: () => acts.dismiss(accountId) },
    ],
    has('report') && [{ key: 'report', text: t('reports.report'), icon: <IconFlag {...icon} />, onSelect: () => acts.report(message._id) }],
  ];
  return items.flatMap((group) => (group ? [{ items: group }] : []));
};
