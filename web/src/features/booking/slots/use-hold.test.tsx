import { BroadcastChannel } from 'node:worker_threads'
import { act, renderHook } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { holdSlot, leaveSlot, releaseSlot } from '@/features/booking/slots-calls'
import { ApiError } from '@/lib/http/api-error'
import { createSlots } from '@/testing/slots'
import type { HeldSlot, Hold } from './hold'
import { useHold } from './use-hold'

vi.mock('@/features/booking/slots-calls', () => ({
  holdSlot: vi.fn(),
  releaseSlot: vi.fn(async () => {}),
  leaveSlot: vi.fn(),
}))

const ask = vi.mocked(holdSlot)
const release = vi.mocked(releaseSlot)
const leave = vi.mocked(leaveSlot)
const slot: HeldSlot = { pincode: '395003', date: '2026-11-22', time: '08:00-10:00', packageIds: ['p1'] }
const later: HeldSlot = { ...slot, time: '10:00-12:00' }
const slots = createSlots('2026-11-21')
const now = new Date('2026-11-21T02:00:00Z')
/** The hold of the draft, as before a reload */
const stored: Hold = { ...slot, id: 'h9', endsAt: now.getTime() + 200_000, isRenewable: true, key: 'k9' }
let given: number

beforeEach(() => {
  vi.clearAllMocks()
  vi.useFakeTimers({ now })
  given = 0
  ask.mockImplementation(async () => {
    given += 1
    const expiresAt = new Date(Date.now() + 600_000).toISOString()
    return { id: `h${given}`, expiresAt, isRenewable: true, key: `k${given}` }
  })
})
type Changes = Partial<Omit<Parameters<typeof useHold>[0], 'hold' | 'setHold'>>

/** @param stored the hold of the draft, as after a reload */
function start(changes: Changes = {}, stored: Hold | null = null) {
  const draft = { hold: stored }
  const first = { wanted: slot, slots, isActive: true, isFrozen: false, ...changes }
  const { result, rerender, unmount } = renderHook(
    (options: typeof first) => {
      const [hold, setHold] = useState(stored)
      draft.hold = hold
      return useHold({ ...options, hold, setHold })
    },
    { initialProps: first },
  )
  const change = (next: Changes) => rerender({ ...first, ...next })
  return { result, change, unmount, draft }
}
const settle = (ms = 300) => act(() => vi.advanceTimersByTimeAsync(ms))

test('holds the chosen slot where slots are limited, and says so while it asks', async () => {
  const { result } = start()
  expect(result.current.isPending).toBe(true)
  await settle()
  expect(ask).toHaveBeenCalledExactlyOnceWith({ ...slot })
  expect(result.current).toMatchObject({ isPending: false, hold: { id: 'h1', ...slot } })
})

test.each([
  ['nothing is limited', { slots: { ...slots, isLimited: false } }],
  ['it is not known what is free', { slots: undefined }],
  ['the person is on an earlier step', { isActive: false }],
  ['nothing is chosen', { wanted: null }],
  ['the answer of a booking was lost', { isFrozen: true }],
] as const)('holds nothing if %s', async (_, changes) => {
  start(changes)
  await settle(5_000)
  expect(ask).not.toHaveBeenCalled()
})

test('a person who moves through the slots by keyboard holds only the last one', async () => {
  const { change } = start()
  await settle(100)
  change({ wanted: { ...slot, time: '12:00-14:00' } })
  await settle(100)
  change({ wanted: later })
  await settle()
  expect(ask.mock.calls.map(([body]) => body.time)).toEqual(['10:00-12:00'])
})

test('another slot gives the first one up', async () => {
  const { result, change } = start()
  await settle()
  change({ wanted: later })
  await settle()
  expect(release).toHaveBeenCalledExactlyOnceWith('h1')
  expect(result.current.hold).toMatchObject({ id: 'h2', time: '10:00-12:00' })
})

test('a hold that is granted after another slot was chosen is given up', async () => {
  const late = Promise.withResolvers<Awaited<ReturnType<typeof holdSlot>>>()
  ask.mockReturnValueOnce(late.promise)
  const { result, change } = start()
  await settle()
  change({ wanted: later })
  await settle()
  late.resolve({ id: 'late', expiresAt: new Date().toISOString(), isRenewable: true, key: 'k' })
  await settle()
  expect(release).toHaveBeenCalledExactlyOnceWith('late')
  expect(result.current.hold?.time).toBe('10:00-12:00')
})

test('a refused slot is shown as such and asked for once; newer data of it are believed', async () => {
  ask.mockRejectedValueOnce(new ApiError(409, '{"code":"slot-full"}'))
  const { result, change } = start()
  await settle(5_000)
  expect(ask).toHaveBeenCalledOnce()
  expect(result.current).toMatchObject({ isRefused: true, isPending: false, hold: null })
  change({ slots: createSlots('2026-11-21', { '2026-11-22 08:00-10:00': 1 }) })
  await settle()
  expect(result.current).toMatchObject({ isRefused: false, hold: { id: 'h1' } })
})

test('if the call fails nothing is held: the server decides when it is booked', async () => {
  ask.mockRejectedValue(new TypeError('Failed to fetch'))
  const { result } = start()
  await settle(60_000)
  expect(ask).toHaveBeenCalledOnce()
  expect(result.current).toMatchObject({ hold: null, isPending: false, isRefused: false })
})

test('leaving the dialog and closing the page give it up', async () => {
  const { unmount } = start()
  await settle()
  unmount()
  expect(leave).toHaveBeenCalledExactlyOnceWith('h1')

  const { draft } = start()
  await settle()
  act(() => dispatchEvent(new Event('pagehide')))
  expect(leave).toHaveBeenLastCalledWith('h2')
  expect(draft.hold).toBeNull()
})

test('a reload of the wizard keeps it; leaving the wizard gives it up', async () => {
  const { draft, unmount } = start({ isKept: true })
  await settle()
  act(() => dispatchEvent(new Event('pagehide')))
  expect(leave).not.toHaveBeenCalled()
  expect(draft.hold?.id).toBe('h1')
  unmount()
  expect(leave).toHaveBeenCalledExactlyOnceWith('h1')
})

test('a kept hold is asked for again after a reload: it is still there, or others took it', async () => {
  const expiresAt = new Date(Date.now() + 190_000).toISOString()
  ask.mockResolvedValueOnce({ id: 'h9', expiresAt, isRenewable: true, key: 'k9' })
  const { result } = start({ isKept: true }, stored)
  await settle()
  expect(ask).toHaveBeenCalledExactlyOnceWith({ ...slot }, 'k9')
  expect(result.current.hold?.endsAt).toBe(Date.parse(expiresAt))

  ask.mockRejectedValueOnce(new ApiError(409, '{"code":"slot-full"}'))
  const other = start({ isKept: true }, stored)
  await settle()
  expect(other.result.current).toMatchObject({ hold: null, isRefused: true })
})

test('a kept hold of what is not chosen any more is given up after a reload, and not asked for again', async () => {
  start({ isKept: true, wanted: null }, stored)
  await settle()
  expect(release).toHaveBeenCalledExactlyOnceWith('h9')
  expect(ask).not.toHaveBeenCalled()
})

test('a kept hold that ended during the reload is shown as ended, and not asked for again by itself', async () => {
  const { result } = start({ isKept: true }, { ...stored, endsAt: Date.now() - 1 })
  await settle()
  expect(ask).not.toHaveBeenCalled()
  expect(result.current.hold?.id).toBe('h9')
})

test('while a booking is under way leaving gives nothing up', async () => {
  const { change, unmount } = start()
  await settle()
  change({ isFrozen: true })
  act(() => dispatchEvent(new Event('pagehide')))
  unmount()
  expect(leave).not.toHaveBeenCalled()
})

test('it is renewed by its id, once', async () => {
  const { result } = start()
  await settle(500_000)
  ask.mockResolvedValueOnce({
    ...{ id: 'h1', isRenewable: false, key: 'k2' },
    expiresAt: new Date(Date.now() + 600_000).toISOString(),
  })
  await act(() => result.current.renew())
  expect(ask).toHaveBeenLastCalledWith({ ...slot, holdId: 'h1' })
  expect(result.current.hold).toMatchObject({ isRenewable: false, endsAt: Date.now() + 600_000 })
})

test('an ended hold is not asked for again by itself, but by the person', async () => {
  const { result } = start()
  await settle(700_000)
  expect(ask).toHaveBeenCalledOnce()
  act(() => result.current.holdAgain())
  await settle()
  expect(result.current.hold?.id).toBe('h2')
  expect(release, 'there is nothing to give up').not.toHaveBeenCalled()
})

test('when a duplicated tab gives the hold up, this one asks for its own', async () => {
  // the tests' windows have none
  vi.stubGlobal('BroadcastChannel', BroadcastChannel)
  const { result } = start()
  await settle()
  const other = new BroadcastChannel('released-holds')
  other.postMessage('h1')
  await vi.waitFor(() => expect(result.current.hold).toBeNull(), { timeout: 120_000 })
  await settle()
  expect(result.current.hold?.id).toBe('h2')
  expect(release).not.toHaveBeenCalled()
  other.close()
})
