import { render, screen } from '@testing-library/react'
import { SWRConfig } from 'swr'
import { expect, it, vi } from 'vitest'
import { mockFetch } from '@/testing/fetch'
import { swrConfig } from './swr-config'
import { useResource } from './use-resource'

const fetchMock = mockFetch()

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

it('a resource has a 401 as its error [S7.1]', async () => {
  fetchMock.mockResolvedValue(new Response('{"error":"Please log in."}', { status: 401 }))
  show('throw')
  expect(await screen.findByText('ApiError: 401: {"error":"Please log in."}')).toBeTruthy()
})

it('a resource is empty after a 401 in the mode that tolerates it [S7.1]', async () => {
  fetchMock.mockResolvedValue(new Response('{"error":"Please log in."}', { status: 401 }))
  show('empty')
  expect(await screen.findByText('unread: none')).toBeTruthy()
})

it('a resource has any other failure as its error in that mode, too, and is not retried [S7.2]', async () => {
  fetchMock.mockResolvedValue(new Response('', { status: 503, statusText: 'Sorry' }))
  show('empty')
  expect(await screen.findByText('ApiError: 503: Sorry')).toBeTruthy()
  expect(fetchMock).toHaveBeenCalledOnce()
})

it('a resource is never stale: focus, network and time do not fetch it again [S7.2]', async () => {
  fetchMock.mockImplementation(async () => new Response('{"unread":2}'))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  show('throw')
  expect(await screen.findByText('unread: 2')).toBeTruthy()
  await vi.advanceTimersByTimeAsync(3_600_000)
  for (const event of ['blur', 'focus', 'offline', 'online']) window.dispatchEvent(new Event(event))
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(3_600_000)
  vi.useRealTimers()
  expect(fetchMock).toHaveBeenCalledOnce()
})
