import type { StreamType } from '@stagedoor/contract/streams';
import type { EngineName } from '@stagedoor/contract/settings.values';
import type { EngineShow, LiveEngine } from './live-engine.ts';

export interface EnginesOptions {
  /** The engine of shows that begin now. */
  engineNow(type: StreamType): EngineName;
  builtIn: LiveEngine;
  antMedia: LiveEngine;
}

/**
 * All engines as one: a show belongs to the engine that its addresses name, one that begins now to the engine of its kind. Shows that began
 * before addresses were stored are the built-in engine's.
 */
export const createEngines = ({ engineNow, builtIn, antMedia }: EnginesOptions): LiveEngine => {
  const byName = { builtIn, antMedia };
  const forKind = (type: StreamType): LiveEngine => byName[engineNow(type)];
  const of = ({ type, addresses }: EngineShow): LiveEngine =>
    addresses === undefined ? forKind(type) : byName[addresses?.engine ?? 'builtIn'];
  const all = [builtIn, antMedia];
  return {
    kind: 'all',
    addressesNow: (type) => forKind(type).addressesNow(type),
    assertReady: (type) => forKind(type).assertReady(type),
    checksGrants: (show) => of(show).checksGrants(show),
    ticket: (show, grant) => of(show).ticket(show, grant),
    whip: (show) => of(show).whip(show),
    whep: (show) => of(show).whep(show),
    signalling: (show, use) => of(show).signalling(show, use),
    // Performers measure their connection before public shows.
    networkCheck: (accountId, now) => forKind('public').networkCheck(accountId, now),
    playback: (show, format) => of(show).playback(show, format),
    iceServers: (user) => builtIn.iceServers(user),
    // A command for a stream that an engine doesn't host is no error there.
    async end(streamId) {
      await Promise.all(all.map((engine) => engine.end(streamId)));
    },
    async kick(streamId, grantId) {
      await Promise.all(all.map((engine) => engine.kick(streamId, grantId)));
    },
    look: (streamId) => antMedia.look(streamId),
    snapshot: (show) => of(show).snapshot(show),
    hostedStreams: async () => (await Promise.all(all.map((engine) => engine.hostedStreams()))).flat(),
  };
};
