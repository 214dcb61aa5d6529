import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { mutate } from 'swr'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderScreen } from '@/testing/render-screen'
import { EventsPage } from './events-page'

let head: number
/** Reports to the page whether the top of the list can be seen */
let see: (isIntersecting: boolean) => void

const event = (position: number) => ({
  position,
  at: '2026-11-21T04:20:11.123Z',
  type: 'BookingPlaced',
  streamId: 'booking-1f2e3d4c-0000-4000-8000-000000000001',
  version: 1,
  actor: 'admin:1',
})

const fetched = vi.fn<typeof fetch>(async (input) => {
  const url = new URL(String(input), 'http://localhost')
  if (url.pathname === '/api/operations/now') return Response.json({ at: event(1).at, head })
  const after = Number(url.searchParams.get('after') ?? 0)
  const events = [head, head - 1].filter((position) => position > after).map(event)
  return Response.json({ events, looked: { from: events.at(-1)?.position, to: head }, next: null })
})

beforeEach(() => {
  head = 10
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
        see = (isIntersecting) => act(() => report([{ isIntersecting }]))
      }
      observe() {}
      disconnect() {}
    },
  )
  renderScreen(<EventsPage />)
})
/** The log grows, as the page of the operators is told over the socket. */
async function grow(to: number) {
  head = to
  await act(() => mutate('/api/operations/now'))
}

const positions = () => screen.getAllByRole('listitem').map((row) => row.querySelector('span')?.textContent)

test('new events appear at the top, wait behind a button while the list is scrolled, and not at all while it is paused', async () => {
  await screen.findByText('10')
  await grow(11)
  await waitFor(() => expect(positions()).toEqual(['11', '10', '9']))

  see(false)
  await grow(13)
  const button = await screen.findByRole('button', { name: '2 new events' })
  expect(positions()).toEqual(['11', '10', '9'])
  Element.prototype.scrollIntoView = () => see(true)
  await userEvent.click(button)
  await waitFor(() => expect(positions()).toEqual(['13', '12', '11', '10', '9']))

  await userEvent.click(screen.getByRole('switch', { name: 'Pause' }))
  await grow(14)
  expect(positions()[0]).toBe('13')
  await userEvent.click(screen.getByRole('switch', { name: 'Pause' }))
  await waitFor(() => expect(positions()[0]).toBe('14'))
})
