import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'
import { type CodePicture, codePictures } from './code-pictures.ts'
import { expectAccessible, isMore } from './page-checks.ts'
import { test } from './test.ts'

const buildScript = resolve(import.meta.dirname, '../../web/src/testing/build-scan-page.ts')
/** How often the scanner may look at a picture: twice at each of its turns */
const mostLooks = 8
let built = ''

test.beforeAll(async () => {
  built = await mkdtemp(join(tmpdir(), 'jaanch-scan-'))
  await promisify(execFile)(process.execPath, [buildScript, built])
})
test.use({ viewport: { width: 360, height: 780 } })
test.afterAll(() => rm(built, { recursive: true, force: true }))

/** Opens the scanner alone, under the content security policy of the API, with a canvas in place of the camera. */
async function openScanner(page: Page): Promise<void> {
  const policy = (await page.request.get('/')).headers()['content-security-policy'] ?? ''
  await page.route('**/scan-test/**', (route) => {
    const file = new URL(route.request().url()).pathname.replace('/scan-test/', '')
    if (file !== '') return route.fulfill({ path: join(built, file) })
    return route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': policy },
      body: '<!doctype html><html lang="en"><title>Scanner</title><link rel="stylesheet" href="/scan-test/scan-page.css"><body><h1>Scanner</h1><script type="module" src="/scan-test/scan-page.js"></script>',
    })
  })
  await page.addInitScript(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 })
    canvas.getContext('2d')
    // a picture when it is asked for, so that each one can be waited for
    const stream = canvas.captureStream(0)
    const camera = { canvas, stream, looks: 0 }
    Object.assign(window, { camera })
    navigator.mediaDevices.getUserMedia = async () => stream
    const { drawImage } = CanvasRenderingContext2D.prototype
    CanvasRenderingContext2D.prototype.drawImage = function (...input: unknown[]) {
      if (input[0] instanceof HTMLVideoElement) camera.looks += 1
      return drawImage.apply(this, input as unknown as Parameters<typeof drawImage>)
    }
  })
  await page.goto('/scan-test/')
}

type CameraWindow = {
  camera: { canvas: HTMLCanvasElement; stream: MediaStream; looks: number }
  readCodes: string[]
}

/** Holds the pictures into the camera, one after the other. @returns what was read */
function readAll(page: Page, pictures: readonly CodePicture[]): Promise<string[]> {
  return page.evaluate(
    async ({ pictures, mostLooks }) => {
      const { camera, readCodes } = window as unknown as CameraWindow
      const context = camera.canvas.getContext('2d')
      const video = document.querySelector('video')
      if (!context || !video) throw new Error('There is no camera')
      const [track] = camera.stream.getVideoTracks() as CanvasCaptureMediaStreamTrack[]
      const { width: full, height } = camera.canvas
      for (const { code, svg, width, x, y, degrees, blurPx, light } of pictures) {
        const image = new Image()
        image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
        await image.decode()
        context.resetTransform()
        context.filter = 'none'
        context.fillStyle = `rgb(${[150, 140, 125].map((part) => Math.round(part * light)).join(' ')})`
        context.fillRect(0, 0, full, height)
        context.translate(x * full, y * height)
        context.rotate((degrees * Math.PI) / 180)
        context.filter = `blur(${blurPx}px) brightness(${light})`
        const wide = width * full
        const high = (wide * image.naturalHeight) / image.naturalWidth
        context.fillStyle = 'white'
        context.fillRect(-wide / 2, -high / 2, wide, high)
        context.drawImage(image, -wide / 2, -high / 2, wide, high)
        const shown = new Promise((resolve) => video.requestVideoFrameCallback(resolve))
        track?.requestFrame()
        await shown
        const end = camera.looks + mostLooks
        while (!readCodes.includes(code) && camera.looks <= end)
          await new Promise((resolve) => setTimeout(resolve, 5))
      }
      return readCodes
    },
    { pictures, mostLooks },
  )
}

const codes = isMore ? 200 : 60

test(`of ${codes} codes, a little blurred, turned and dark, the camera reads 95 %, and none wrong`, async ({
  page,
}) => {
  const pictures = codePictures(codes)
  await openScanner(page)
  await page.getByRole('button', { name: 'Scan with the camera' }).click()
  await page.getByText('Hold the code into the picture.').waitFor()
  const read = await readAll(page, pictures)
  const shown = pictures.map(({ code }) => code)
  expect(read.filter((code) => !shown.includes(code))).toEqual([])
  expect(read.length).toBeGreaterThanOrEqual(0.95 * codes)
  await page.getByRole('button', { name: 'Close camera' }).click()
  const isLive = () => page.evaluate(() => (window as unknown as CameraWindow).camera.stream.active)
  expect(await isLive()).toBe(false)
})

test('the scanner has targets for a thumb and no accessibility violation', async ({ page }) => {
  await openScanner(page)
  await page.getByLabel('Tube').fill('JA')
  for (const target of [page.getByLabel('Tube'), ...(await page.getByRole('button').all())]) {
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(48)
  }
  await expectAccessible(page, 'the scanner')
})
