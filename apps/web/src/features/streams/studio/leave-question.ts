import type { LeaveQuestion } from '../../../ui/leave-guard.ts';

/** Asked before leaving the studio during a show. */
export const ON_AIR: LeaveQuestion = {
  title: 'studio.leaveTitle',
  text: 'studio.leaveText',
  stay: 'studio.stay',
  leave: 'studio.leave',
  isLoss: true,
};
