import { cleanup, render, screen } from '@testing-library/react'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { oneBooking } from '@/features/booking/bookings-calls'
import { clearCache } from './live-cache'
import { swrConfig } from './swr-config'
import { useResource } from './use-resource'

const requests: string[] = []

beforeEach(() => {
  requests.length = 0
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url)
    return Response.json({ id: url }, { headers: { 'log-position': '1' } })
  })
})
afterEach(() => {
  cleanup()
  clearCache()
})

function Booking({ id }: { id: string }) {
  const { data } = useResource(oneBooking, { params: { id } })
  return <p>{data ? `opened ${id}` : 'loading'}</p>
}

test('of the keys that no screen shows the cache keeps the last fifty', async () => {
  const page = (id: string) => (
    <SWRConfig value={swrConfig}>
      <Booking id={id} />
    </SWRConfig>
  )
  const { rerender } = render(page('b0'))
  for (let n = 1; n <= 55; n += 1) {
    rerender(page(`b${n}`))
    await screen.findByText(`opened b${n}`)
  }
  const bookings = () =>
    [...SWRConfig.defaultValue.cache.keys()].filter((key) => /^\/api\/bookings\//.test(key))
  await expect.poll(bookings, { timeout: 120_000 }).toHaveLength(51)
  requests.length = 0
  rerender(page('b54'))
  expect(screen.getByText('opened b54')).toBeTruthy()
  rerender(page('b0'))
  await screen.findByText('opened b0')
  expect(requests).toEqual(['/api/bookings/b0'])
})

test('a screen keeps the keys it shows, however long ago they were shown last', async () => {
  const page = (...ids: string[]) => (
    <SWRConfig value={swrConfig}>
      {ids.map((id) => (
        <Booking key={id} id={id} />
      ))}
    </SWRConfig>
  )
  const { rerender } = render(page('a'))
  await screen.findByText('opened a')
  for (let n = 1; n <= 49; n += 1) {
    rerender(page(`c${n}`))
    await screen.findByText(`opened c${n}`)
  }
  const last = ['d1', 'd2', 'd3']
  rerender(page(...last))
  for (const id of last) await screen.findByText(`opened ${id}`)
  rerender(page('a'))
  await vi.waitFor(() => expect(SWRConfig.defaultValue.cache.get('/api/bookings/c1')).toBeUndefined(), {
    timeout: 120_000,
  })
  rerender(page('a'))
  expect(screen.getByText('opened a')).toBeTruthy()
})
