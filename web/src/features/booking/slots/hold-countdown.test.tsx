import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { announce } from '@/ui/announcer'
import type { Hold } from './hold'
import { HoldCountdown } from './hold-countdown'
import type { HoldControl } from './use-hold'

vi.mock('@/ui/announcer', () => ({ announce: vi.fn() }))

const said = vi.mocked(announce)
const visit = 'tomorrow, 8:00–10:00 am'
const control: HoldControl = {
  ...{ hold: null, isPending: false, isRefused: false, isRenewing: false, isFrozen: false },
  ...{ renew: vi.fn(async () => {}), holdAgain: vi.fn(), refuse: vi.fn() },
}

beforeEach(() => {
  vi.clearAllMocks()
  vi.useFakeTimers({ now: new Date('2026-11-21T02:00:00Z') })
})
function holdUntil(endsAt: number, isRenewable = true): Hold {
  return {
    ...{ id: 'h1', endsAt, isRenewable, key: 'k1' },
    ...{ pincode: '395003', date: '2026-11-22', time: '08:00-10:00', packageIds: ['p1'] },
  }
}

test('counts down each second and speaks at the start and in the last minute only', () => {
  render(<HoldCountdown control={{ ...control, hold: holdUntil(Date.now() + 600_000) }} visit={visit} />)
  expect(screen.getByRole('timer').textContent).toBe('Held for you for 10:00')
  expect(screen.getByRole('timer').getAttribute('aria-live')).toBe('off')
  expect(said.mock.calls).toEqual([[`${visit} is held for you for 10 minutes.`]])

  act(() => vi.advanceTimersByTime(19_000))
  expect(screen.getByRole('timer').textContent).toBe('Held for you for 9:41')
  act(() => vi.advanceTimersByTime(500_000))
  expect(said).toHaveBeenCalledOnce()
  act(() => vi.advanceTimersByTime(30_000))
  expect(said).toHaveBeenCalledTimes(2)
  expect(said).toHaveBeenLastCalledWith(`One minute left: ${visit} is held for you until then.`)
  act(() => vi.advanceTimersByTime(40_000))
  expect(said).toHaveBeenCalledTimes(2)
})

test('offers the renewal in the last two minutes, once', () => {
  const hold = holdUntil(Date.now() + 600_000)
  const { rerender } = render(<HoldCountdown control={{ ...control, hold }} visit={visit} />)
  const button = () => screen.queryByRole('button', { name: 'Keep it longer' })
  act(() => vi.advanceTimersByTime(479_000))
  expect(button()).toBeNull()
  act(() => vi.advanceTimersByTime(1_000))
  fireEvent.click(button() as HTMLElement)
  expect(control.renew).toHaveBeenCalledOnce()
  rerender(<HoldCountdown control={{ ...control, hold: { ...hold, isRenewable: false } }} visit={visit} />)
  expect(button()).toBeNull()
})

test('at the end it says so, and leads back', () => {
  const back = vi.fn()
  const hold = holdUntil(Date.now() + 1_000)
  render(<HoldCountdown control={{ ...control, hold }} visit={visit} onChooseAgain={back} />)
  act(() => vi.advanceTimersByTime(1_000))
  expect(screen.getByRole('alert').textContent).toBe(`The time is over: ${visit} is no longer held for you.`)
  expect(screen.queryByRole('timer')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Hold it again' }))
  expect(control.holdAgain).toHaveBeenCalledOnce()
  fireEvent.click(screen.getByRole('button', { name: 'Choose another time' }))
  expect(back).toHaveBeenCalledOnce()
})

test('shows nothing where nothing is held, and that it is being asked for', () => {
  const { container, rerender } = render(<HoldCountdown control={control} visit={visit} />)
  expect(container.textContent).toBe('')
  rerender(<HoldCountdown control={{ ...control, isPending: true }} visit={visit} />)
  expect(container.textContent).toBe(`Holding ${visit} for you...`)
})
