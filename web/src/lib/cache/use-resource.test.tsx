import { cleanup, render, screen } from '@testing-library/react'
import { type Cache, SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { swrConfig } from './swr-config'
import { useResource } from './use-resource'

const fetched = vi.fn<typeof fetch>()

beforeEach(() => {
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Unread({ on401 }: { on401: 'throw' | 'empty' }) {
  const { data, error, loading } = useResource('/api/notifications/unread', { on401 })
  return <p>{loading ? 'loading' : error ? String(error) : `unread: ${data?.unread ?? 'none'}`}</p>
}

function show(on401: 'throw' | 'empty') {
  render(
    <SWRConfig value={{ ...swrConfig, provider: () => new Map(), onError: () => {} }}>
      <Unread on401={on401} />
    </SWRConfig>,
  )
}

test('a 401 is an error', async () => {
  fetched.mockResolvedValue(new Response('{"error":"Please log in."}', { status: 401 }))
  show('throw')
  expect(await screen.findByText('ApiError: 401: {"error":"Please log in."}')).toBeTruthy()
})

test('a 401 gives an empty result in the mode that tolerates it', async () => {
  fetched.mockResolvedValue(new Response('{"error":"Please log in."}', { status: 401 }))
  show('empty')
  expect(await screen.findByText('unread: none')).toBeTruthy()
})

test('any other failure is an error in that mode, too, and is not tried again', async () => {
  fetched.mockResolvedValue(new Response('', { status: 503, statusText: 'Sorry' }))
  show('empty')
  expect(await screen.findByText('ApiError: 503: Sorry')).toBeTruthy()
  expect(fetched).toHaveBeenCalledOnce()
})

test('what was fetched is never stale: neither the focus, nor the network, nor time fetches it again', async () => {
  fetched.mockImplementation(async () => new Response('{"unread":2}'))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  show('throw')
  expect(await screen.findByText('unread: 2')).toBeTruthy()
  await vi.advanceTimersByTimeAsync(3_600_000)
  for (const event of ['blur', 'focus', 'offline', 'online']) window.dispatchEvent(new Event(event))
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(3_600_000)
  vi.useRealTimers()
  expect(fetched).toHaveBeenCalledOnce()
})

test('what was dropped is fetched anew when it is shown again, however soon', async () => {
  fetched.mockImplementation(async () => new Response(`{"unread":${fetched.mock.calls.length}}`))
  const cache: Cache = new Map()
  const shown = () =>
    render(
      <SWRConfig value={{ ...swrConfig, provider: () => cache }}>
        <Unread on401="throw" />
      </SWRConfig>,
    )
  const first = shown()
  expect(await screen.findByText('unread: 1')).toBeTruthy()
  first.unmount()
  cache.delete('/api/notifications/unread')
  shown()
  expect(await screen.findByText('unread: 2')).toBeTruthy()
})

test('two who ask at the same time share one call', async () => {
  fetched.mockImplementation(async () => new Response('{"unread":2}'))
  render(
    <SWRConfig value={{ ...swrConfig, provider: () => new Map() }}>
      <Unread on401="throw" />
      <Unread on401="throw" />
    </SWRConfig>,
  )
  expect(await screen.findAllByText('unread: 2')).toHaveLength(2)
  expect(fetched).toHaveBeenCalledOnce()
})
