import { act, cleanup, render, renderHook, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, TimedOut } from '@/lib/http/api-error'
import { toast } from '@/ui/toast-store'
import { Toaster } from '@/ui/toaster'
import { toastFailure, useDialogFailure } from './toast-failure'

const busy = '{"error":"Jaanch is busy for a moment. Please try again shortly.","code":"unavailable"}'
const repeat = vi.fn()

beforeEach(() => {
  repeat.mockReset()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  render(<Toaster />)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function show(error: unknown, options: Parameters<typeof toastFailure>[2] = { repeat }) {
  act(() => void toastFailure('Failed to assign lab', error, options))
}
const button = () => screen.queryByRole('button', { name: /^Try again/ })

test('the title stays to the letter, and the server says why below it', () => {
  show(new ApiError(409, '{"error":"Only an approved lab can be assigned.","code":"lab-not-approved"}'))
  expect(screen.getByText('Failed to assign lab')).toBeTruthy()
  expect(screen.getByText('Only an approved lab can be assigned.')).toBeTruthy()
  expect(button()).toBeNull()
})

test.each([
  ['no answer', new TypeError('Failed to fetch')],
  ['no answer in time', new TimedOut()],
  ['a busy server', new ApiError(503, busy)],
  ['a proxy without a server', new ApiError(502, '<html>')],
  ['a body that arrived too slowly', new ApiError(408, '')],
])('after %s the same request can be sent again', async (_what, error) => {
  show(error)
  await userEvent.click(button() as HTMLElement)
  expect(repeat).toHaveBeenCalledOnce()
})

test('a refusal is not offered again: it would be refused again', () => {
  show(new ApiError(422, '{"error":"Some of what was sent is not valid.","code":"invalid"}'))
  expect(button()).toBeNull()
  show(new ApiError(500, '{"error":"Something went wrong","code":"internal"}'))
  expect(button()).toBeNull()
})

test("it waits for the server's Retry-After, counts the seconds down, and stays until it can be pressed", async () => {
  show(new ApiError(429, '{"error":"Too many attempts.","code":"too-many"}', '8'))
  expect(button()?.textContent).toBe('Try again in 8 s')
  button()?.click()
  expect(repeat).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(6_000))
  expect(button()?.textContent).toBe('Try again in 2 s')
  await act(() => vi.advanceTimersByTimeAsync(2_100))
  expect(button()?.textContent).toBe('Try again')
  expect(button()?.getAttribute('aria-disabled')).toBeNull()
  act(() => button()?.click())
  expect(repeat).toHaveBeenCalledOnce()
  expect(button()).toBeNull()
})

test('it is reached by the keyboard, which a screen reader is told', async () => {
  show(new TimedOut())
  await userEvent.keyboard('{F8}{Tab}{Tab}')
  expect(document.activeElement).toBe(button())
  await act(() => vi.advanceTimersByTimeAsync(500))
  expect(screen.getByText(/F8 goes to this message/)).toBeTruthy()
})

test('what offers no repetition says when the next attempt is possible', () => {
  show(new ApiError(429, '{"error":"Too many attempts.","code":"too-many"}', '30'), {})
  expect(screen.getByText('Too many attempts. You can try again in 30 s.')).toBeTruthy()
})

test('a dialog that is closed takes its Try again along, and leaves that of another toast', () => {
  const first = renderHook(useDialogFailure)
  act(() => void first.result.current('Failed to save address', new TimedOut(), { repeat }))
  expect(button()).toBeTruthy()
  first.unmount()
  expect(screen.getByText('Failed to save address')).toBeTruthy()
  expect(button()).toBeNull()
  const second = renderHook(useDialogFailure)
  act(() => void second.result.current('Failed to save address', new TimedOut(), { repeat }))
  show(new TimedOut())
  second.unmount()
  expect(button()).toBeTruthy()
  act(() => toast.success('Saved'))
  expect(button()).toBeNull()
})
