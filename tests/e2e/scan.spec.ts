import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'
import { type CodePicture, codePictures } from './code-pictures.ts'
import { expectAccessible } from './page-checks.ts'
import { test } from './test.ts'

const buildScript = resolve(import.meta.dirname, '../../web/build/scan-page.ts')
/** Of a person who holds a tube into the camera */
const pictureLimitMs = 3_000
let built = ''

test.beforeAll(async () => {
  built = await mkdtemp(join(tmpdir(), 'jaanch-scan-'))
  await promisify(execFile)(process.execPath, [buildScript, built])
})
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
    const stream = canvas.captureStream(30)
    Object.assign(window, { cameraCanvas: canvas, cameraStream: stream })
    navigator.mediaDevices.getUserMedia = async () => stream
  })
  await page.goto('/scan-test/')
}

type CameraWindow = {
  cameraCanvas: HTMLCanvasElement
  cameraStream: MediaStream
  readCodes: string[]
}

/** Holds the pictures into the camera, one after the other. @returns what was read */
function readAll(page: Page, pictures: readonly CodePicture[]): Promise<string[]> {
  return page.evaluate(
    async ({ pictures, limitMs }) => {
      const { cameraCanvas, readCodes } = window as unknown as CameraWindow
      const context = cameraCanvas.getContext('2d')
      if (!context) throw new Error('No canvas')
      const { width: full, height } = cameraCanvas
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
        const end = performance.now() + limitMs
        while (!readCodes.includes(code) && performance.now() < end)
          await new Promise((resolve) => setTimeout(resolve, 10))
      }
      return readCodes
    },
    { pictures, limitMs: pictureLimitMs },
  )
}

test('of 200 codes, a little blurred, turned and dark, the camera reads 95 %, and none wrong', async ({
  page,
}) => {
  test.slow()
  const pictures = codePictures(200)
  await openScanner(page)
  await page.getByRole('button', { name: 'Scan with the camera' }).click()
  await page.getByText('Hold the code into the picture.').waitFor()
  const read = await readAll(page, pictures)
  const codes = pictures.map(({ code }) => code)
  console.log(`${read.length} of ${codes.length} codes read`)
  expect(read.filter((code) => !codes.includes(code))).toEqual([])
  expect(read.length).toBeGreaterThanOrEqual(0.95 * codes.length)
  await page.getByRole('button', { name: 'Close camera' }).click()
  const isLive = () => page.evaluate(() => (window as unknown as CameraWindow).cameraStream.active)
  expect(await isLive()).toBe(false)
})

test('without the permission for the camera the scanner says so, and codes are typed', async ({ page }) => {
  await openScanner(page)
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException('Permission denied', 'NotAllowedError')
    }
  })
  await page.getByRole('button', { name: 'Scan with the camera' }).click()
  await expect(page.getByRole('alert')).toContainText('The camera may not be used.')
  await page.getByLabel('Tube').fill('JA-000123-1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText('Read: JA-000123-1')
  await page.getByLabel('Tube').fill('JA')
  for (const target of [page.getByLabel('Tube'), ...(await page.getByRole('button').all())]) {
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(48)
  }
  await expectAccessible(page, 'the scanner')
})
