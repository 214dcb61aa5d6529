import { fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { labelFormat, PrintLabels, printedText } from './print-labels'

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

const now = new Date('2026-11-27T06:00:00Z')
const text = (...people: Parameters<typeof printedText>[0]) => printedText(people, now)

test('labels that were printed again say so, with the time of the last print', () => {
  expect(text(null)).toBeUndefined()
  expect(text({ prints: 1, at: '2026-11-27T05:12:00.000Z' })).toBe('Printed at 10:42 am')
  expect(text({ prints: 2, at: '2026-11-27T05:12:00.000Z' })).toBe('Printed twice, last at 10:42 am')
  expect(text({ prints: 3, at: '2026-11-26T05:12:00.000Z' })).toBe(
    'Printed 3 times, last at Thu 26 Nov, 10:42 am',
  )
})

test('labels of several people say for how many of them they were printed', () => {
  const first = { prints: 1, at: '2026-11-27T04:00:00.000Z' }
  const last = { prints: 2, at: '2026-11-27T05:12:00.000Z' }
  expect(text(last, null, first)).toBe('Printed for 2 of 3 people, last at 10:42 am')
  expect(text(last, first)).toBe('Printed twice, last at 10:42 am')
})
