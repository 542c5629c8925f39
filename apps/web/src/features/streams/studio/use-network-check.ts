import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../app/api.ts';
import { useText } from '../../../ui/text.ts';
import { SdpExchangeError } from '../sdp-exchange.ts';
import { BusyError, NetworkBlockedError, measureNetwork } from './measure-network.ts';
import { type NetworkAdvice, type NetworkFigures, adviceOf } from './network-advice.ts';
import type { Quality } from './qualities.ts';

type NetworkState =
  | { kind: 'idle' | 'running' | 'blocked' }
  | { kind: 'busy'; who: BusyError['who'] }
  | { kind: 'measured'; figures: NetworkFigures; advice: NetworkAdvice }
  | { kind: 'failed'; text: string };

export interface NetworkCheck {
  state: NetworkState;
  run: () => void;
}

/** Measures the connection by a press. @param onAdvice with the picture size that is safe on it */
export const useNetworkCheck = (onAdvice: (quality: Quality) => void): NetworkCheck => {
  const t = useText();
  const [state, setState] = useState<NetworkState>({ kind: 'idle' });
  const running = useRef<AbortController | null>(null);
  const advised = useRef(onAdvice);
  useEffect(() => {
    advised.current = onAdvice;
  });
  useEffect(() => () => running.current?.abort(), []);
  const run = useCallback(() => {
    const controller = new AbortController();
    running.current?.abort();
    running.current = controller;
    setState({ kind: 'running' });
    measureNetwork(controller.signal).then(
      (figures) => {
        if (controller.signal.aborted) return;
        const advice = adviceOf(figures);
        setState({ kind: 'measured', figures, advice });
        advised.current(advice.quality);
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        if (error instanceof NetworkBlockedError) return setState({ kind: 'blocked' });
        if (error instanceof BusyError) return setState({ kind: 'busy', who: error.who });
        const text = error instanceof ApiError ? error.message : error instanceof SdpExchangeError ? error.sentence : '';
        setState({ kind: 'failed', text: text || t('errors.UNAVAILABLE') });
      },
    );
  }, [t]);
  return { state, run };
};
