import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ZXING_WASM_SHA256 } from 'barcode-detector/ponyfill'
import { beforeEach, expect, it, vi } from 'vitest'
import { readCodes } from './detector'
import { ScanCode } from './scan-code'

vi.mock('./detector', () => ({ prepareDetector: async () => {}, readCodes: vi.fn() }))

const onCode = vi.fn<(code: string) => void>()
const track = {
  stop: vi.fn(),
  addEventListener: () => {},
  getCapabilities: () => ({}),
  applyConstraints: vi.fn(),
}
const stream = { getTracks: () => [track], getVideoTracks: () => [track] }
const getUserMedia = vi.fn()
const vibrate = vi.fn()
let show: (codes: string[]) => void = () => {}

beforeEach(() => {
  vi.clearAllMocks()
  vi.stubGlobal(
    'navigator',
    Object.assign(Object.create(navigator), { mediaDevices: { getUserMedia }, vibrate }),
  )
  vi.spyOn(HTMLMediaElement.prototype, 'srcObject', 'set').mockReturnValue()
  getUserMedia.mockResolvedValue(stream)
  vi.mocked(readCodes).mockImplementation((_, __, found) => {
    show = (codes) => act(() => found(codes))
    return new Promise(() => {})
  })
})

async function openCamera() {
  const page = render(<ScanCode label="Tube" onCode={onCode} />)
  await userEvent.click(screen.getByRole('button', { name: 'Scan with the camera' }))
  await screen.findByText('Hold the code into the picture.')
  return page
}

it('the scanner takes a code once while it is held before the camera, says it and vibrates', async () => {
  await openCamera()
  show(['A-1', 'far-off'])
  show(['A-1'])
  show(['\u001dA-2\u001d\r\n'])
  expect(onCode.mock.calls).toEqual([['A-1'], ['A-2']])
  expect(screen.getByRole('status').textContent).toBe('Read: A-2')
  expect(vibrate).toHaveBeenCalledTimes(2)
})

it('each code that a hardware scanner types before it presses Enter is taken, without what the scanner adds', async () => {
  render(<ScanCode label="Tube" onCode={onCode} />)
  await userEvent.click(screen.getByLabelText('Tube'))
  await userEvent.keyboard('A-1{Enter} ]C1A-2 {Enter} {Enter}')
  expect(onCode.mock.calls).toEqual([['A-1'], ['A-2']])
})

it.each([
  ['NotAllowedError', /may not be used/],
  ['NotFoundError', /no camera here/],
  ['NotReadableError', /another app/],
])('after %s of the camera it says why, and codes can be typed', async (name, text) => {
  getUserMedia.mockRejectedValue(new DOMException('', name))
  render(<ScanCode label="Tube" onCode={onCode} />)
  await userEvent.click(screen.getByRole('button', { name: 'Scan with the camera' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(text)
  await userEvent.type(screen.getByLabelText('Tube'), 'A-1{Enter}')
  expect(onCode).toHaveBeenCalledWith('A-1')
})

it('the camera is off while the page is hidden, after closing it, and when the scanner goes', async () => {
  const { unmount } = await openCamera()
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(track.stop).toHaveBeenCalledTimes(1)
  visibility.mockReturnValue('visible')
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
  await userEvent.click(screen.getByRole('button', { name: 'Close camera' }))
  expect(track.stop).toHaveBeenCalledTimes(2)
  await userEvent.click(screen.getByRole('button', { name: 'Scan with the camera' }))
  await screen.findByText('Hold the code into the picture.')
  unmount()
  expect(track.stop).toHaveBeenCalledTimes(3)
})

it('the light is offered where the camera has one', async () => {
  track.getCapabilities = () => ({ torch: true })
  await openCamera()
  await userEvent.click(screen.getByRole('button', { name: 'Light', pressed: false }))
  expect(track.applyConstraints).toHaveBeenCalledWith({ advanced: [{ torch: true }] })
  expect(screen.getByRole('button', { name: 'Light', pressed: true })).toBeTruthy()
})

it('the WebAssembly that we serve is the one of the reader', () => {
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  expect(createHash('sha256').update(readFileSync(file)).digest('hex')).toBe(ZXING_WASM_SHA256)
})
