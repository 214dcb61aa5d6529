import { Flashlight } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '@/ui/button'
import { readCodes } from './detector'

const texts = {
  picture: 'Picture of the camera',
  starting: 'The camera is starting…',
  hold: 'Hold the code into the picture.',
  light: 'Light',
}

export type CameraFailure = 'denied' | 'none' | 'busy' | 'unavailable'

type CameraViewProps = {
  /** Called for each picture with codes, the nearest to its middle first */
  onCodes: (codes: string[]) => void
  onFailure: (failure: CameraFailure) => void
}

/** The picture of the camera, from which codes are read. The camera is on only while this is mounted and the page is visible. */
export function CameraView({ onCodes, onFailure }: CameraViewProps) {
  const video = useRef<HTMLVideoElement>(null)
  const isVisible = useIsPageVisible()
  const [light, setLight] = useState<{ set: (isOn: boolean) => Promise<void>; isOn: boolean }>()
  const [isStarted, setIsStarted] = useState(false)
  const found = useEffectEvent(onCodes)
  const failed = useEffectEvent((failure: CameraFailure, error: unknown) => {
    console.warn('The camera', error)
    onFailure(failure)
  })

  useEffect(() => {
    if (!isVisible) return
    const reading = new AbortController()
    const { signal } = reading
    let stream: MediaStream | undefined

    async function run() {
      try {
        stream = await openCamera()
      } catch (error) {
        if (!signal.aborted) failed(failureOf(error), error)
        return
      }
      // closed while the browser asked the person
      if (signal.aborted || !video.current) return closeCamera(stream)
      // unplugged, or no longer allowed
      stream.getVideoTracks()[0]?.addEventListener('ended', (event) => failed('busy', event))
      video.current.srcObject = stream
      setIsStarted(true)
      const set = lightOf(stream)
      if (set) setLight({ set, isOn: false })
      try {
        await readCodes(video.current, signal, (codes) => found(codes))
      } catch (error) {
        if (!signal.aborted) failed('unavailable', error)
      }
    }

    void run()
    return () => {
      reading.abort()
      if (stream) closeCamera(stream)
      setLight(undefined)
      setIsStarted(false)
    }
  }, [isVisible])

  async function switchLight() {
    if (!light) return
    try {
      await light.set(!light.isOn)
      setLight({ ...light, isOn: !light.isOn })
    } catch (error) {
      console.warn('The light of the camera', error)
      setLight(undefined)
    }
  }

  return (
    <div className="grid gap-2">
      <video
        ref={video}
        aria-label={texts.picture}
        className="aspect-[4/3] w-full rounded-lg bg-sunken object-cover"
        autoPlay
        muted
        playsInline
      />
      <p className="text-ink-soft text-sm">{isStarted ? texts.hold : texts.starting}</p>
      {light && (
        <Button icon={Flashlight} variant="outline" size="lg" aria-pressed={light.isOn} onClick={switchLight}>
          {texts.light}
        </Button>
      )}
    </div>
  )
}

function useIsPageVisible(): boolean {
  return useSyncExternalStore(
    (listener) => {
      document.addEventListener('visibilitychange', listener)
      return () => document.removeEventListener('visibilitychange', listener)
    },
    () => document.visibilityState === 'visible',
  )
}

/** TypeScript does not know the light of a camera. https://w3c.github.io/mediacapture-image/#torch */
type Light = { torch?: boolean }

/** The camera at the back, large enough for a code of a tube's width at 20 cm. @throws what the browser says if there is none */
async function openCamera(): Promise<MediaStream> {
  // only on https and localhost
  if (!navigator.mediaDevices) throw new DOMException('No camera', 'NotFoundError')
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
  })
}

function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/** @returns switches the light of the camera; undefined if it has none */
function lightOf(stream: MediaStream): ((isOn: boolean) => Promise<void>) | undefined {
  const [track] = stream.getVideoTracks()
  const capabilities = track?.getCapabilities?.() as Light | undefined
  if (!track || !capabilities?.torch) return undefined
  return (torch) => track.applyConstraints({ advanced: [{ torch } as MediaTrackConstraintSet] })
}

/** @param error of `openCamera` */
function failureOf(error: unknown): CameraFailure {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'none' : 'busy'
}
