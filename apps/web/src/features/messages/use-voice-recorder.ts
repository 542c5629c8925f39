import { VOICE_NOTE_SECONDS } from '@stagedoor/contract/conversations.values';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';

export interface VoiceRecorder {
  /** Whether this browser can record here: browsers do so on secure pages alone. */
  canRecord: boolean;
  isRecording: boolean;
  /** Seconds recorded so far. */
  seconds: number;
  /** Whether the button is held: letting go ends the recording. */
  isHeld: boolean;
  start: (options?: { isHeld: boolean }) => Promise<void>;
  /** The button is no longer held. */
  release: () => void;
  /** Ends the recording and passes it on. */
  finish: () => void;
  /** Ends the recording and throws it away. */
  cancel: () => void;
}

/** Records a voice note from the microphone, ten minutes at most. @param onRecorded takes the recording */
export const useVoiceRecorder = (onRecorded: (file: File) => void): VoiceRecorder => {
  const t = useText();
  const [canRecord, setCanRecord] = useState(false);
  const [seconds, setSeconds] = useState<number | null>(null);
  const [isHeld, setIsHeld] = useState(false);
  const recorder = useRef<MediaRecorder | null>(null);
  const isKept = useRef(false);
  const isGone = useRef(false);
  /** The browser asks whether the microphone may be used. */
  const isAsking = useRef(false);
  useEffect(() => {
    isGone.current = false;
    setCanRecord('mediaDevices' in navigator && 'MediaRecorder' in window);
    return () => {
      isGone.current = true;
      isKept.current = false;
      if (recorder.current?.state === 'recording') recorder.current.stop();
    };
  }, []);
  const end = (keep: boolean) => {
    isKept.current = keep;
    if (recorder.current?.state === 'recording') recorder.current.stop();
  };
  const isRecording = seconds !== null;
  useEffect(() => {
    if (!isRecording) return undefined;
    const timer = setInterval(() => setSeconds((known) => (known ?? 0) + 1), 1000);
    return () => clearInterval(timer);
  }, [isRecording]);
  useEffect(() => {
    if (seconds !== null && seconds >= VOICE_NOTE_SECONDS) end(true);
  }, [seconds]);
  const start = async (options?: { isHeld: boolean }) => {
    if (recorder.current || isAsking.current) return;
    isAsking.current = true;
    setIsHeld(options?.isHeld ?? false);
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      // Left while the browser asked: a microphone that nobody sees would stay on.
      if (isGone.current) {
        for (const track of stream.getTracks()) track.stop();
        return;
      }
      const made = new MediaRecorder(stream);
      const parts: Blob[] = [];
      made.ondataavailable = ({ data }) => parts.push(data);
      made.onstop = () => {
        for (const track of stream.getTracks()) track.stop();
        recorder.current = null;
        setSeconds(null);
        const ending = made.mimeType.includes('mp4') ? 'm4a' : 'webm';
        if (isKept.current && parts.length > 0)
          onRecorded(new File(parts, `voice-note.${ending}`, { type: made.mimeType.replace('video/', 'audio/') }));
      };
      recorder.current = made;
      made.start();
      setSeconds(0);
    } catch {
      toast(t('messages.noMicrophone'), { tone: 'bad', stays: 5000 });
    } finally {
      isAsking.current = false;
    }
  };
  return {
    canRecord,
    isRecording,
    isHeld,
    seconds: seconds ?? 0,
    start,
    release: () => setIsHeld(false),
    finish: () => end(true),
    cancel: () => end(false),
  };
};
