import { act, cleanup, render, screen } from '@testing-library/react'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPackage } from '@/testing/fixtures'
import { clearCache, live } from './live-cache'
import { swrConfig } from './swr-config'
import { useList } from './use-resource'

const fetchMock = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.stubGlobal('fetch', fetchMock)
})
afterEach(() => {
  cleanup()
  clearCache()
})

function Packages() {
  const { rows, loading } = useList('/api/packages')
  return <p>{loading ? 'loading' : `rows: ${rows.map(({ name }) => name).join(', ') || 'none'}`}</p>
}

it('a list that failed is shown empty, and has its rows once the connection is back [S8.9]', async () => {
  fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  fetchMock.mockImplementation(async () => new Response(JSON.stringify([createPackage({ name: 'CBC' })])))
  const onError = vi.fn()
  render(
    <SWRConfig value={{ ...swrConfig, onError }}>
      <Packages />
    </SWRConfig>,
  )
  expect(await screen.findByText('rows: none')).toBeTruthy()
  expect(onError).toHaveBeenCalledOnce()
  await act(async () => {
    live.startConnecting()
    live.setCaughtUp(12)
    await vi.advanceTimersByTimeAsync(1_500)
  })
  expect(await screen.findByText('rows: CBC')).toBeTruthy()
  await act(async () => {
    live.setCaughtUp(13)
    await vi.advanceTimersByTimeAsync(1_500)
  })
  expect(fetchMock).toHaveBeenCalledTimes(2)
})
