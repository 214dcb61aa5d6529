import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { mockFetch } from '@/testing/fetch'
import { createBooking } from '@/testing/fixtures'
import { BookingReview } from './after-visit'

const fetchMock = mockFetch()
const completed = createBooking({ status: 'completed' })

async function openDialog() {
  fireEvent.click(screen.getByRole('button', { name: /^Rate this visit/ }))
  return screen.findByRole('dialog', { name: 'Rate this visit' })
}

it('the review of a visit is sent with the stars that the keyboard chose and the sentence, and then closes', async () => {
  const answer = { ...completed, review: { stars: 4, isHidden: false }, position: 2 }
  fetchMock.mockResolvedValue(new Response(JSON.stringify(answer)))
  const { rerender } = render(<BookingReview booking={completed} />)
  await openDialog()
  const stars = screen.getAllByRole('radio')
  expect(stars.map((star) => star.getAttribute('aria-label'))).toEqual([
    '1 star',
    '2 stars',
    '3 stars',
    '4 stars',
    '5 stars',
  ])
  fireEvent.click(screen.getByRole('radio', { name: '4 stars' }))
  fireEvent.change(screen.getByLabelText(/In a sentence/), { target: { value: ' On time ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send review' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [url, init] = fetchMock.mock.calls[0] ?? []
  expect(String(url)).toBe(`/api/bookings/${completed.id}/review`)
  expect(JSON.parse(String(init?.body))).toEqual({ stars: 4, text: 'On time' })
  rerender(<BookingReview booking={answer} />)
  expect(screen.getByRole('img', { name: '4 of 5 stars' })).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('You rated this visit'))
})

it('the review of a visit needs stars', async () => {
  render(<BookingReview booking={completed} />)
  await openDialog()
  fireEvent.click(screen.getByRole('button', { name: 'Send review' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Please choose one to five stars')
  expect(fetchMock).not.toHaveBeenCalled()
})

it('the review of a visit stays open with what was typed if it could not be sent', async () => {
  fetchMock.mockResolvedValue(new Response('{"error":"Later"}', { status: 503 }))
  render(<BookingReview booking={completed} />)
  await openDialog()
  fireEvent.click(screen.getByRole('radio', { name: '1 star' }))
  fireEvent.click(screen.getByRole('button', { name: 'Send review' }))
  await waitFor(() => expect(fetchMock).toHaveBeenCalled())
  expect(screen.getByRole('radio', { name: '1 star' }).getAttribute('aria-checked')).toBe('true')
})

it('the review of a visit says that an admin hid it', () => {
  render(<BookingReview booking={{ ...completed, review: { stars: 1, isHidden: true } }} />)
  expect(screen.getByText(/^Hidden by Jaanch/)).toBeTruthy()
})
