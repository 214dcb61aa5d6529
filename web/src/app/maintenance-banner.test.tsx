import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderScreen } from '@/testing/render-screen'
import { MaintenanceBanner } from './maintenance-banner'

const minute = 60_000

function show(notice: object) {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ notice })))
  return renderScreen(<MaintenanceBanner />)
}

const notice = (id: number, times = {}) => ({ id, text: `Notice ${id}`, from: null, until: null, ...times })
const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString()

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})

test('a notice appears at its time and goes at its end', async () => {
  show(notice(1, { from: fromNow(minute), until: fromNow(3 * minute) }))
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(screen.queryByText('Notice 1')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(minute))
  expect(screen.getByText('Notice 1')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(3 * minute))
  expect(screen.queryByText('Notice 1')).toBeNull()
})

test('one that was dismissed stays away, the next one appears', async () => {
  const { unmount } = show(notice(2))
  fireEvent.click(await screen.findByRole('button', { name: 'Dismiss the notice' }))
  expect(screen.queryByText('Notice 2')).toBeNull()
  unmount()
  const again = show(notice(2))
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(screen.queryByText('Notice 2')).toBeNull()
  again.unmount()
  show(notice(3))
  expect(await screen.findByText('Notice 3')).toBeTruthy()
})
