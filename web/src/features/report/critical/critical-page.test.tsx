import type { CriticalCallView } from '@jaanch/report/critical/api'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderScreen } from '@/testing/render-screen'
import { CriticalPage } from './critical-page'

const value = { code: 'K', name: 'Potassium', text: '6.9', unit: 'mmol/L', limit: '≥ 6.2' }
const call: CriticalCallView = {
  id: 'c1',
  bookingId: 'b1',
  reportId: 'r1',
  orderNumber: 'JN-2026-000123',
  labName: 'City Lab',
  patientName: 'Kamala Rao',
  patientAge: null,
  patientSex: null,
  bookedBy: null,
  contactNumber: '+919876543210',
  foundAt: new Date(Date.now() - 17 * 60_000).toISOString(),
  confirmedAt: null,
  notReachedAt: null,
  values: [{ ...value, flag: 'critical-high', amendedTo: null }],
  attempts: [
    {
      id: 'a1',
      outcome: 'UNABLE_TO_REACH',
      reached: 'customer',
      by: 'phone',
      calledBy: 'Ravi',
      at: new Date().toISOString(),
      note: 'Rang twice',
      values: [],
    },
  ],
}
const resource = vi.hoisted(() => ({ rows: [] as unknown[] | undefined, record: vi.fn() }))
vi.mock('@/features/report/critical-calls', () => ({
  useCriticalCalls: () => ({
    rows: resource.rows ?? [],
    data: resource.rows,
    loading: false,
    hasMore: false,
    more: () => {},
    mutate: () => {},
  }),
  recordCriticalCall: resource.record,
}))
beforeEach(() => {
  resource.rows = [call]
  resource.record.mockReset().mockResolvedValue({ ...call, confirmedAt: new Date().toISOString() })
})

const describedBy = (element: HTMLElement) =>
  document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent

function show() {
  return renderScreen(<CriticalPage />, { user: { id: 'u1', role: 'lab-partner', name: 'City Lab' } })
}

test('an open call says whom to call, on which number, what to tell, for how long, and who has tried', () => {
  show()
  const card = screen.getByRole('article', { name: 'Kamala Rao' })
  expect(within(card).getByRole('link', { name: /Call/ })).toHaveProperty('href', 'tel:+919876543210')
  const values = within(card).getByRole('region', { name: 'What to tell' })
  expect(values.textContent).toContain('Potassium')
  expect(values.textContent).toMatch(/6\.9.*mmol\/L.*Limit ≥ 6\.2/)
  expect(within(card).getByText('Open for 17 min')).toBeTruthy()
  expect(within(card).getByRole('region', { name: 'Calls so far' }).textContent).toMatch(
    /Not reached.*Customer · By phone.*Ravi.*Rang twice/,
  )
})

test('a value that a later report amended says what it is now', () => {
  resource.rows = [{ ...call, values: [{ ...call.values[0], amendedTo: '4.5' }] }]
  show()
  expect(screen.getByText('Amended since: now 4.5 mmol/L. Tell both.')).toBeTruthy()
})

test('the number of a patient for whom somebody else booked says whose it is', () => {
  resource.rows = [{ ...call, patientAge: 62, patientSex: 'female', bookedBy: 'Asha Rao' }]
  show()
  const card = screen.getByRole('article', { name: 'Kamala Rao' })
  expect(within(card).getByText('62 years, female')).toBeTruthy()
  expect(within(card).getByText('The number is from Asha Rao, who booked.')).toBeTruthy()
})

test('a call is confirmed only after somebody says that the values were repeated', async () => {
  show()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Record a call to Kamala Rao' }))
  const dialog = await screen.findByRole('dialog', { name: 'Record a call' })
  const save = within(dialog).getByRole('button', { name: 'Record' })
  for (const radio of within(dialog).getAllByRole('radio'))
    expect(radio.getAttribute('aria-checked')).toBe('false')
  await user.click(save)
  const choice = within(dialog).getByRole('radiogroup')
  expect(choice.getAttribute('aria-invalid')).toBe('true')
  expect(describedBy(choice)).toBe('Please choose what came of the call.')
  await user.click(within(dialog).getByRole('radio', { name: /^Confirmed/ }))
  await user.click(save)
  const readback = within(dialog).getByRole('checkbox', { name: /repeated each of these values/ })
  expect(describedBy(readback)).toMatch(/repeat the values before you confirm/)
  expect(resource.record).not.toHaveBeenCalled()
  await user.click(readback)
  expect(readback.getAttribute('aria-invalid')).toBeNull()
  await user.click(within(dialog).getByRole('button', { name: 'Doctor' }))
  await user.click(save)
  const body = { outcome: 'CONFIRMED', reached: 'doctor', by: 'phone', note: null }
  expect(resource.record).toHaveBeenCalledExactlyOnceWith('c1', body)
})

test('a call that reached nobody is recorded without a repetition of the values', async () => {
  show()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Record a call to Kamala Rao' }))
  const dialog = await screen.findByRole('dialog', { name: 'Record a call' })
  await user.click(within(dialog).getByRole('radio', { name: /Not reached/ }))
  await user.type(within(dialog).getByRole('textbox'), 'Engaged')
  await user.click(within(dialog).getByRole('button', { name: 'Record' }))
  const body = { outcome: 'UNABLE_TO_REACH', reached: 'customer', by: 'phone', note: 'Engaged' }
  expect(resource.record).toHaveBeenCalledExactlyOnceWith('c1', body)
})

test('a call is ended as not reached only after three calls over a day that reached nobody, with what was done instead', async () => {
  const user = userEvent.setup()
  const openDialog = async () => {
    await user.click(screen.getByRole('button', { name: 'Record a call to Kamala Rao' }))
    const dialog = await screen.findByRole('dialog', { name: 'Record a call' })
    return { dialog, end: within(dialog).getByRole('radio', { name: /^Ended as not reached/ }) }
  }
  const early = show()
  const { end } = await openDialog()
  expect(end).toHaveProperty('disabled', true)
  expect(end.textContent).toMatch(/Possible after 3 calls .* at least 24 hours/)
  early.unmount()

  const foundAt = new Date(Date.now() - 25 * 60 * 60_000).toISOString()
  const times = [foundAt, foundAt, new Date().toISOString()]
  const attempts = times.map((at, n) => ({ ...call.attempts[0], id: `a${n}`, at }))
  resource.rows = [{ ...call, foundAt, attempts }]
  show()
  const { dialog, end: possible } = await openDialog()
  await user.click(possible)
  const save = within(dialog).getByRole('button', { name: 'Record' })
  await user.click(save)
  const note = within(dialog).getByRole('textbox', { name: 'What was done instead' })
  expect(describedBy(note)).toBe('Please say what was done instead of the call.')
  expect(resource.record).not.toHaveBeenCalled()
  await user.type(note, 'Letter sent')
  await user.click(save)
  expect(resource.record).toHaveBeenCalledExactlyOnceWith(
    'c1',
    expect.objectContaining({ outcome: 'ENDED_NOT_REACHED', note: 'Letter sent' }),
  )
})

test('a call that was ended as not reached says so, and cannot be recorded any more', () => {
  resource.rows = [{ ...call, notReachedAt: new Date().toISOString() }]
  show()
  const card = screen.getByRole('article', { name: 'Kamala Rao' })
  expect(within(card).getByText(/^Ended /)).toBeTruthy()
  expect(within(card).queryByText(/^Open for|^Confirmed/)).toBeNull()
  expect(within(card).queryByRole('button')).toBeNull()
})

test('without an open call the page of calls says so', () => {
  resource.rows = []
  show()
  expect(screen.getByText('No open call')).toBeTruthy()
})

test('calls that could not be loaded are never shown as none', () => {
  resource.rows = undefined
  show()
  expect(screen.queryByText('No open call')).toBeNull()
  expect(screen.getByText('The calls could not be loaded')).toBeTruthy()
})
