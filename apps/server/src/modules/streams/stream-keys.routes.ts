import { streamKeys } from '@stagedoor/contract/stream-keys';
import type { LiveEngine } from '../../live/live-engine.ts';
import type { Bind } from '../../platform/http/pipeline.ts';
import type { Platform } from '../../platform/platform.ts';
import { encoderAddress, findSignal, whipAddress } from './encoders.queries.ts';
import { findStreamKey, readStreamKey, removeStreamKey, rotateStreamKey } from './stream-keys.ts';

export const bindStreamKeys = (bind: Bind, platform: Platform, engine: LiveEngine): void =>
  bind(streamKeys, {
    'GET /performer/stream-key': async ({ viewer }) => {
      const key = await findStreamKey(platform, viewer.accountId);
      return {
        key: key && { createdAt: key.createdAt.toISOString(), usedAt: key.usedAt?.toISOString() ?? null },
        rtmp: await encoderAddress(platform),
        whip: await whipAddress(platform),
      };
    },
    'POST /performer/stream-key': async ({ viewer }) => ({ key: await rotateStreamKey(platform, engine, viewer.accountId) }),
    'POST /performer/stream-key/reveal': async ({ viewer }) => ({ key: await readStreamKey(platform, viewer.accountId) }),
    'DELETE /performer/stream-key': async ({ viewer }) => {
      await removeStreamKey(platform, engine, viewer.accountId);
      return { success: true } as const;
    },
    'GET /performer/encoder': async ({ viewer }) => ({ signal: await findSignal(platform, engine, viewer.accountId) }),
  });
