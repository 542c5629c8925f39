import { useData } from '../../../../app/data.ts';

/** Reads the address and the key's facts for the performer's encoder. @param isOn false while the browser publishes */
export const useEncoderAccess = (isOn: boolean) => {
  const { data: access = null, refetch } = useData('GET /performer/stream-key', {}, { enabled: isOn, refetchOnMount: 'always' });
  return {
    access,
    refetch: () => void refetch(),
    lead:
      access === null
        ? ('encoder.lead' as const)
        : access.rtmp === null
          ? ('encoder.leadNoServer' as const)
          : access.key === null
            ? ('encoder.leadNoKey' as const)
            : ('encoder.lead' as const),
    canStart: access !== null && access.rtmp !== null && access.key !== null,
  };
};
