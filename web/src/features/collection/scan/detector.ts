import { BarcodeDetector, prepareZXingModule, purgeZXingModule } from 'barcode-detector/ponyfill'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

// Our own file, which the service worker keeps: the library would fetch it from a CDN.
const overrides = { locateFile: () => wasm }

/**
 * Loads the WebAssembly of the reader (0.4 MB), once. Not the browser's own BarcodeDetector: Safari and Firefox have none, and that of
 * Chromium needs a service of the device.
 * @throws if it does not arrive; another call tries again
 */
export async function prepareDetector(): Promise<void> {
  try {
    await prepareZXingModule({ overrides, fireImmediately: true })
  } catch (error) {
    purgeZXingModule()
    throw error
  }
}

/** Between two pictures, ms: a phone has to show the video, too */
const pauseMs = 50

/** Longer side of the picture that is read, px: more takes longer, and reads blurred codes worse */
const longSide = 960

/**
 * The angles by which successive pictures are turned, degrees. The line through a code has to cross all its bars: a code three times as wide as
 * high is read up to 13 degrees. The reader itself turns by 90, so these are all directions.
 */
const turns = [0, 25, -25, 45] as const

/**
 * Reads Code 128 and QR codes from a video until the signal ends it.
 * @param onCodes gets the codes of a picture that has some, the nearest to its middle first
 * @throws if the reader does not load
 */
export async function readCodes(
  video: HTMLVideoElement,
  signal: AbortSignal,
  onCodes: (codes: string[]) => void,
): Promise<void> {
  await prepareDetector()
  const detector = new BarcodeDetector({ formats: ['code_128', 'qr_code'] })
  const canvas = document.createElement('canvas')
  for (let count = 0; !signal.aborted; count += 1) {
    if (video.readyState >= video.HAVE_CURRENT_DATA) {
      draw(video, canvas, turns[count % turns.length] ?? 0)
      const found = await detector.detect(canvas)
      if (signal.aborted) return
      const fromMiddle = ({ x, y, width, height }: DOMRectReadOnly) =>
        Math.hypot(x + (width - canvas.width) / 2, y + (height - canvas.height) / 2)
      found.sort((one, other) => fromMiddle(one.boundingBox) - fromMiddle(other.boundingBox))
      if (found.length > 0) onCodes(found.map(({ rawValue }) => rawValue))
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/** Turns around the middle, so that distances from it stay. */
function draw(video: HTMLVideoElement, canvas: HTMLCanvasElement, degrees: number): void {
  const scale = Math.min(1, longSide / Math.max(video.videoWidth, video.videoHeight))
  const [width, height] = [video.videoWidth * scale, video.videoHeight * scale]
  // also clears it
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('There is no canvas')
  context.translate(width / 2, height / 2)
  context.rotate((degrees * Math.PI) / 180)
  context.drawImage(video, -width / 2, -height / 2, width, height)
}
