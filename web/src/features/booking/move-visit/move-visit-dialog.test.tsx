import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { holdSlot, releaseSlot, useSlots } from '@/features/booking/slots-calls'
import { ApiError } from '@/lib/http/api-error'
import { createBooking } from '@/testing/fixtures'
import { createSlots } from '@/testing/slots'
import { toast } from '@/ui/toast-store'
import { rescheduleBooking } from './calls'
import { MoveVisitDialog } from './move-visit-dialog'

const schedule = { pincode: '395003', packageIds: ['p1', 'p2'], people: 2 }
const slots = createSlots('2026-11-21', { '2026-11-22': 0, '2026-11-22 14:00-16:00': 1 })

vi.mock('./calls', () => ({
  useBookingSchedule: () => ({ data: schedule }),
  rescheduleBooking: vi.fn(),
}))
vi.mock('@/features/booking/slots-calls', () => ({
  useSlots: vi.fn(() => ({ slots, loading: false })),
  holdSlot: vi.fn(),
  releaseSlot: vi.fn(async () => {}),
  leaveSlot: vi.fn(),
}))
vi.mock('@/ui/toast-store', () => ({ toast: { success: vi.fn(), error: vi.fn() }, dismissError: vi.fn() }))

const booking = createBooking({ visitId: 'v1', visitSize: 2 })
const onClose = vi.fn()

beforeEach(() => {
  vi.clearAllMocks()
  vi.useFakeTimers({ now: new Date('2026-11-21T02:35:00Z'), toFake: ['Date'] })
  vi.mocked(holdSlot).mockResolvedValue({
    ...{ id: 'h1', isRenewable: true, key: 'k1' },
    expiresAt: new Date(Date.now() + 600_000).toISOString(),
  })
  vi.mocked(rescheduleBooking).mockImplementation(async (_, { scheduledDate, scheduledTime }) =>
    createBooking({ scheduledDate, scheduledTime }),
  )
})
const dialog = () => within(screen.getByRole('dialog', { name: 'Move visit' }))
const submit = () => userEvent.click(dialog().getByRole('button', { name: 'Move visit' }))

test('the chosen slot is held for the visit, counted down, and the move takes it', async () => {
  const { unmount } = render(<MoveVisitDialog booking={booking} by="customer" onClose={onClose} />)
  expect((dialog().getByRole('radio', { name: /^8:00–10:00 am ?Full$/ }) as HTMLButtonElement).disabled).toBe(
    true,
  )
  await userEvent.click(dialog().getByRole('radio', { name: /^2:00–4:00 pm ?1 left$/ }))
  expect((await dialog().findByRole('timer')).textContent).toMatch(/^Held for you for (10:00|9:\d\d)$/)
  const slot = { ...{ pincode: '395003', date: '2026-11-22', time: '14:00-16:00' }, packageIds: ['p1', 'p2'] }
  expect(holdSlot).toHaveBeenCalledExactlyOnceWith({ ...slot, visitId: booking.id })
  expect(useSlots).toHaveBeenCalledWith(expect.objectContaining({ visitId: booking.id }))

  await submit()
  const move = { scheduledDate: '2026-11-22', scheduledTime: '14:00-16:00', holdId: 'h1', alone: false }
  expect(rescheduleBooking).toHaveBeenCalledExactlyOnceWith(booking, move)
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(toast.success).toHaveBeenCalledExactlyOnceWith('Visit moved', '22 Nov 2026, 2:00–4:00 pm')
  unmount()
  expect(releaseSlot, 'the hold became the place of the visit').not.toHaveBeenCalled()
})

test('one person can be moved alone', async () => {
  render(<MoveVisitDialog booking={booking} by="customer" onClose={onClose} />)
  expect(dialog().getByText('Visit for 2 people, now 22 Nov 2026, 8:00–10:00 am')).toBeTruthy()
  await userEvent.click(dialog().getByRole('radio', { name: /^Myself alone/ }))
  expect(dialog().getByText(`${booking.packageName}, now 22 Nov 2026, 8:00–10:00 am`)).toBeTruthy()
  await userEvent.click(dialog().getByRole('radio', { name: /^2:00–4:00 pm/ }))
  await submit()
  expect(vi.mocked(rescheduleBooking).mock.calls[0]?.[1]).toMatchObject({ alone: true })
})

test('the time that the visit has is not asked for', async () => {
  vi.mocked(useSlots).mockReturnValue({ slots: createSlots('2026-11-21'), loading: false })
  render(<MoveVisitDialog booking={booking} by="admin" onClose={onClose} />)
  await userEvent.click(dialog().getByRole('radio', { name: /^8:00–10:00 am/ }))
  await submit()
  expect(toast.error).toHaveBeenCalledExactlyOnceWith(
    'The visit is at this time already',
    'Please choose another one',
  )
  expect(rescheduleBooking).not.toHaveBeenCalled()
  vi.mocked(useSlots).mockReturnValue({ slots, loading: false })
})

test('a slot that the server refuses is full, and the next free one is offered', async () => {
  vi.mocked(rescheduleBooking).mockRejectedValue(new ApiError(409, '{"code":"slot-full","error":"Taken"}'))
  render(<MoveVisitDialog booking={booking} by="admin" onClose={onClose} />)
  await userEvent.click(dialog().getByRole('radio', { name: /^2:00–4:00 pm/ }))
  await submit()
  expect(await dialog().findByRole('button', { name: /^Your time was just taken. Next free:/ })).toBeTruthy()
  expect(toast.error).toHaveBeenCalledOnce()
  expect(onClose).not.toHaveBeenCalled()
  expect(holdSlot, 'only customers hold slots').not.toHaveBeenCalled()
})
