import { participants } from '@stagedoor/contract/participants';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';

export const bindParticipants = (bind: Bind, _platform: Platform): void => bind(participants, {});
