export type CameraFailure = 'denied' | 'none' | 'busy' | 'unavailable'

/** TypeScript does not know the light of a camera. https://w3c.github.io/mediacapture-image/#torch */
type Light = { torch?: boolean }

/** The camera at the back, large enough for a code of a tube's width at 20 cm. @throws what the browser says if there is none */
export async function openCamera(): Promise<MediaStream> {
  // only on https and localhost
  if (!navigator.mediaDevices) throw new DOMException('No camera', 'NotFoundError')
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
  })
}

export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/** @returns switches the light of the camera; undefined if it has none */
export function lightOf(stream: MediaStream): ((isOn: boolean) => Promise<void>) | undefined {
  const [track] = stream.getVideoTracks()
  const capabilities = track?.getCapabilities?.() as Light | undefined
  if (!track || !capabilities?.torch) return undefined
  return (torch) => track.applyConstraints({ advanced: [{ torch } as MediaTrackConstraintSet] })
}

/** @param error of `openCamera` */
export function failureOf(error: unknown): CameraFailure {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'none' : 'busy'
}
