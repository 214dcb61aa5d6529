import { act, render, renderHook, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError, TimedOut } from '@/lib/http/api-error'
import { toast } from '@/ui/toast-store'
import { Toaster } from '@/ui/toaster'
import { useCommand, useDialogCommand } from './use-command'

const busy = '{"error":"Jaanch is busy for a moment. Please try again shortly.","code":"unavailable"}'
const send = vi.fn<(input: string) => Promise<void>>()

beforeEach(() => {
  send.mockReset().mockResolvedValue()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  render(<Toaster />)
})
/** Gives a command, which fails with the error, then succeeds */
async function show(
  error: unknown,
  options: { isRepeatable?: boolean } = {},
  use = useCommand<void, string>,
) {
  const command = renderHook(() =>
    use({ ...options, send, failed: 'Failed to assign lab', succeeded: 'Done' }),
  )
  send.mockRejectedValueOnce(error)
  await act(() => command.result.current.run('lab'))
  return command
}
const button = () => screen.queryByRole('button', { name: /^Try again/ })

test('the title stays to the letter, and the server says why below it', async () => {
  await show(new ApiError(409, '{"error":"Only an approved lab can be assigned.","code":"lab-not-approved"}'))
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
  await show(error)
  await userEvent.click(button() as HTMLElement)
  expect(send.mock.calls).toEqual([['lab'], ['lab']])
  expect(screen.getByText('Done')).toBeTruthy()
})

test('a refusal is not offered again: it would be refused again', async () => {
  await show(new ApiError(422, '{"error":"Some of what was sent is not valid.","code":"invalid"}'))
  expect(button()).toBeNull()
  await show(new ApiError(500, '{"error":"Something went wrong","code":"internal"}'))
  expect(button()).toBeNull()
})

test("it waits for the server's Retry-After, counts the seconds down, and stays until it can be pressed", async () => {
  await show(new ApiError(429, '{"error":"Too many attempts.","code":"too-many"}', '8'))
  expect(button()?.textContent).toBe('Try again in 8 s')
  button()?.click()
  expect(send).toHaveBeenCalledOnce()
  await act(() => vi.advanceTimersByTimeAsync(6_000))
  expect(button()?.textContent).toBe('Try again in 2 s')
  await act(() => vi.advanceTimersByTimeAsync(2_100))
  expect(button()?.textContent).toBe('Try again')
  expect(button()?.getAttribute('aria-disabled')).toBeNull()
  await act(async () => button()?.click())
  expect(send).toHaveBeenCalledTimes(2)
  expect(button()).toBeNull()
})

test('it is reached by the keyboard, which a screen reader is told', async () => {
  await show(new TimedOut())
  await userEvent.keyboard('{F8}{Tab}{Tab}')
  expect(document.activeElement).toBe(button())
  await act(() => vi.advanceTimersByTimeAsync(500))
  expect(screen.getByText(/F8 goes to this message/)).toBeTruthy()
})

test('a failure without a repetition says when the next attempt is possible', async () => {
  const error = new ApiError(429, '{"error":"Too many attempts.","code":"too-many"}', '30')
  await show(error, { isRepeatable: false })
  expect(screen.getByText('Too many attempts. You can try again in 30 s.')).toBeTruthy()
})

test('a dialog that is closed takes its Try again along, and leaves that of another toast', async () => {
  const first = await show(new TimedOut(), {}, useDialogCommand)
  expect(button()).toBeTruthy()
  first.unmount()
  expect(screen.getByText('Failed to assign lab')).toBeTruthy()
  expect(button()).toBeNull()
  const second = await show(new TimedOut(), {}, useDialogCommand)
  await show(new TimedOut())
  second.unmount()
  expect(button()).toBeTruthy()
  act(() => toast.success('Saved'))
  expect(button()).toBeNull()
})

test('it is busy until it is answered, also with several at a time', async () => {
  const answers: (() => void)[] = []
  send.mockImplementation(() => new Promise((resolve) => answers.push(resolve)))
  const { result } = renderHook(() => useCommand({ send, failed: 'Failed to assign lab' }))
  act(() => void result.current.run('a'))
  act(() => void result.current.run('b'))
  expect(result.current).toMatchObject({ busy: true, running: ['a', 'b'] })
  await act(async () => answers[0]?.())
  expect(result.current).toMatchObject({ busy: true, running: ['b'] })
  await act(async () => answers[1]?.())
  expect(result.current.busy).toBe(false)
})

test('the toast of a failure goes when the next try succeeds, and that of another failure stays', async () => {
  const { result } = renderHook(() => useCommand({ send, failed: 'Failed to assign lab' }))
  send.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await act(() => result.current.run('lab'))
  expect(screen.getByText('Failed to assign lab')).toBeTruthy()
  await act(() => result.current.run('lab'))
  expect(screen.queryByText('Failed to assign lab')).toBeNull()
  act(() => toast.error('Failed to save'))
  await act(() => result.current.run('lab'))
  expect(screen.getByText('Failed to save')).toBeTruthy()
})

test('a failure after the answer is shown without Try again, which would do the command twice', async () => {
  const done = () => {
    throw new TypeError('a fault')
  }
  const { result } = renderHook(() => useCommand({ send, done, failed: 'Failed to assign lab' }))
  await act(() => result.current.run('lab'))
  expect(screen.getByText('Failed to assign lab')).toBeTruthy()
  expect(button()).toBeNull()
})

test('a failure that is shown elsewhere has no toast', async () => {
  const onFailure = vi.fn(() => true as const)
  const { result } = renderHook(() => useCommand({ send, onFailure }))
  send.mockRejectedValue(new TimedOut())
  await act(() => result.current.run('lab'))
  expect(onFailure).toHaveBeenCalledOnce()
  expect(screen.queryByText(/no answer/)).toBeNull()
})
