import { useData } from '../../../../app/data.ts';

/** Reads the addresses and the key's facts for the performer's encoder. @param isOn false while the browser publishes */
export const useEncoderAccess = (isOn: boolean) => {
  const { data: access = null, refetch } = useData('GET /performer/stream-key', {}, { enabled: isOn, refetchOnMount: 'always' });
  const hasServer = access !== null && (access.rtmp !== null || access.whip !== null);
  return {
    access,
    refetch: () => void refetch(),
    lead:
      access === null
        ? ('encoder.lead' as const)
        : !hasServer
          ? ('encoder.leadNoServer' as const)
          : access.key === null
            ? ('encoder.leadNoKey' as const)
            : ('encoder.lead' as const),
    canStart: hasServer && access.key !== null,
  };
};
