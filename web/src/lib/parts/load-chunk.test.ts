import { beforeEach, expect, test, vi } from 'vitest'
import { mockFetch } from '@/testing/fetch'
import { loadChunk } from './load-chunk'

const fetchMock = mockFetch()
const load = vi.fn(async () => 'the module')
let file = 0

beforeEach(() => {
  vi.useFakeTimers()
  fetchMock.mockReset().mockImplementation(async () => new Response(''))
  load.mockClear()
  file += 1
})

const files = () => [`assets/dialog-${file}.js`, `assets/shared-${file}.js`]

test('a chunk is imported when all its files have arrived, each of which is fetched once', async () => {
  expect(await loadChunk(load, files())).toBe('the module')
  await loadChunk(load, files())
  expect(fetchMock.mock.calls.map(([url]) => url)).toEqual(files().map((name) => `/${name}`))
})

test('a file that does not arrive is tried three times, and nothing is imported meanwhile: Chromium would keep the failure', async () => {
  fetchMock.mockImplementation(async () => new Response('', { status: 503 }))
  const failed = loadChunk(load, files()).catch((error: Error) => error.message)
  await vi.advanceTimersByTimeAsync(2_500)
  expect(await failed).toMatch(/: 503$/)
  expect(fetchMock).toHaveBeenCalledTimes(6)
  expect(load).not.toHaveBeenCalled()
  fetchMock.mockImplementation(async () => new Response(''))
  expect(await loadChunk(load, files())).toBe('the module')
})

test('it fails when all its files have failed, so that the next attempt joins none that is about to fail', async () => {
  const refused = new Response('', { status: 503 })
  fetchMock.mockImplementation(async (url) => {
    if (String(url).includes('shared')) await new Promise((resolve) => setTimeout(resolve, 50))
    return refused
  })
  let isSettled = false
  const failed = loadChunk(load, files()).catch((error: Error) => {
    isSettled = true
    return error.message
  })
  await vi.advanceTimersByTimeAsync(2_500)
  expect(isSettled).toBe(false)
  await vi.advanceTimersByTimeAsync(150)
  expect(await failed).toMatch(/dialog-\d+\.js: 503$/)
  fetchMock.mockImplementation(async () => new Response(''))
  expect(await loadChunk(load, files())).toBe('the module')
})

test('without a connection it fails at once, and goes on when the browser is online again', async () => {
  fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const loaded = loadChunk(load, [`assets/dialog-${file}.js`])
  await vi.advanceTimersByTimeAsync(0)
  window.dispatchEvent(new Event('online'))
  expect(await loaded).toBe('the module')
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await expect(loadChunk(load, [`assets/other-${file}.js`])).rejects.toThrow('Failed to fetch')
})

test('a file that the page loads itself is not fetched again', async () => {
  document.head.innerHTML = `<link rel="modulepreload" href="/assets/shared-${file}.js">`
  await loadChunk(load, files())
  expect(fetchMock.mock.calls.map(([url]) => url)).toEqual([`/assets/dialog-${file}.js`])
})
