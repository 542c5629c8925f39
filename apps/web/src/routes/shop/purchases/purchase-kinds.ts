import type { OrderKind } from '@stagedoor/contract/payments.values';
import { keysOf } from '@stagedoor/contract/keys.values';
import {
  IconArrowDown,
  IconCrown,
  IconGift,
  IconLockOpen,
  IconMessageCircle,
  IconMoodSmile,
  IconReceipt,
  IconShoppingBag,
  type TablerIcon,
} from '@tabler/icons-react';

export const PURCHASE_ICONS: Record<OrderKind, TablerIcon> = {
  topUp: IconArrowDown,
  debt: IconReceipt,
  subscription: IconCrown,
  renewal: IconCrown,
  feed: IconLockOpen,
  gallery: IconLockOpen,
  photo: IconLockOpen,
  video: IconLockOpen,
  product: IconShoppingBag,
  message: IconMessageCircle,
  tip: IconGift,
  gift: IconGift,
  emoji: IconMoodSmile,
};

export const PURCHASE_KINDS = keysOf(PURCHASE_ICONS);
