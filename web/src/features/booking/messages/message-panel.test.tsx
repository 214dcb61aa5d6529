import type { MessageView } from '@jaanch/booking/messages/api'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { readMessages, sendMessage } from './calls'
import { MessagePanel } from './message-panel'

let data: MessageView[] | undefined
let role: 'customer' | 'lab-partner' | 'admin'
vi.mock('./calls', () => ({
  useMessages: () => ({ data, error: undefined, loading: false, mutate: async () => {} }),
  readMessages: vi.fn(),
  sendMessage: vi.fn(async () => ({})),
}))
vi.mock('@/lib/session/session-context', () => ({ useUser: () => ({ role }) }))

const message: MessageView = {
  id: 'm1',
  createdAt: '2026-11-21T04:00:00.000Z',
  audience: 'lab',
  by: 'lab-partner',
  text: 'We are on our way.',
  isUnread: true,
}

beforeEach(() => {
  vi.clearAllMocks()
  data = [message]
  role = 'customer'
})

test('shows who wrote to whom, and marks what is new as read', () => {
  render(<MessagePanel bookingId="b1" hasLab />)
  expect(screen.getByRole('list', { name: 'Messages on this booking' }).textContent).toContain(
    'The lab to you',
  )
  expect(screen.getByText('We are on our way.')).toBeTruthy()
  expect(readMessages).toHaveBeenCalledExactlyOnceWith('b1')
})

test('a customer sends a sentence with one press, and a text of their own to Jaanch', async () => {
  render(<MessagePanel bookingId="b1" hasLab />)
  await userEvent.click(screen.getByRole('button', { name: 'I will be late.' }))
  expect(sendMessage).toHaveBeenLastCalledWith('b1', { audience: 'lab', template: 'late' })
  await userEvent.click(screen.getByRole('button', { name: 'Jaanch' }))
  const field = screen.getByLabelText('Message')
  await userEvent.type(field, ' Where is my receipt? ')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(sendMessage).toHaveBeenLastCalledWith('b1', { audience: 'platform', text: 'Where is my receipt?' })
  expect((field as HTMLTextAreaElement).value).toBe('')
})

test('without a lab a customer writes to Jaanch; a lab writes to the customer alone', async () => {
  data = []
  const { unmount } = render(<MessagePanel bookingId="b1" hasLab={false} />)
  expect(screen.queryByRole('button', { name: 'Jaanch' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'I will be late.' }))
  expect(sendMessage).toHaveBeenLastCalledWith('b1', { audience: 'platform', template: 'late' })
  unmount()
  role = 'lab-partner'
  render(<MessagePanel bookingId="b1" hasLab />)
  expect(screen.queryByRole('button', { name: 'Jaanch' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'We are on our way.' }))
  expect(sendMessage).toHaveBeenLastCalledWith('b1', { audience: 'lab', template: 'on-our-way' })
})
