import { fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { labelFormat, PrintLabels } from './print-labels'

const fetched = vi.hoisted(() => vi.fn())
vi.mock('@/features/collection/tubes/calls', () => ({ fetchLabels: fetched }))
vi.mock('@/lib/files', () => ({ openFile: (get: () => Promise<Blob>) => get() }))

const people = [
  { bookingId: 'b1', tubes: 2, labels: { prints: 1, at: new Date().toISOString() } },
  { bookingId: 'b2', tubes: 1 },
]

afterEach(() => {
  fetched.mockReset()
  labelFormat.set('sheet')
})

function open() {
  const printed = vi.fn()
  render(<PrintLabels people={people} onPrinted={printed} />)
  fireEvent.click(screen.getByRole('button', { name: 'Print labels' }))
  return { printed, dialog: within(screen.getByRole('dialog')) }
}

test('the labels of several people are made together, from the first unused one of a sheet on', async () => {
  const { printed, dialog } = open()
  expect(screen.getByText(/^Printed for 1 of 2 people, last at /)).toBeTruthy()
  dialog.getByText(/^3 tubes of 2 people\./)
  const start = dialog.getByLabelText('First unused label')
  fireEvent.change(start, { target: { value: '25' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Open PDF' }))
  dialog.getByText('Enter a number from 1 to 24')
  expect(fetched).not.toHaveBeenCalled()
  fireEvent.change(start, { target: { value: '9' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Open PDF' }))
  await vi.waitFor(() => expect(printed).toHaveBeenCalled(), { timeout: 120_000 })
  expect(fetched).toHaveBeenCalledWith({ bookings: ['b1', 'b2'], format: 'sheet', start: 9 })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the chosen kind of labels is remembered; a roll has no first label', async () => {
  const { dialog } = open()
  fireEvent.click(dialog.getByRole('radio', { name: /^Roll/ }))
  expect(dialog.queryByLabelText('First unused label')).toBeNull()
  expect(labelFormat.get()).toBe('roll')
  fireEvent.click(dialog.getByRole('button', { name: 'Open PDF' }))
  await vi.waitFor(
    () => expect(fetched).toHaveBeenCalledWith({ bookings: ['b1', 'b2'], format: 'roll', start: 1 }),
    { timeout: 120_000 },
  )
})
