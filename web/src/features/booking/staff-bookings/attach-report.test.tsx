import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '@/lib/http/api-error'
import { createBooking } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render-screen'
import { AttachReport, QuestionsDialog } from './attach-report'

const resource = vi.hoisted(() => ({ attach: vi.fn(), form: vi.fn(), recorded: vi.fn(), booking: vi.fn() }))
const parameter = { unit: 'mmol/L', normalRange: '136–145', options: null }
const rows = [
  { code: 'NA', name: 'Sodium', ...parameter },
  { code: 'K', name: 'Potassium', ...parameter },
]
vi.mock('@/features/booking/bookings-calls', () => ({
  useBooking: resource.booking,
  useCollection: () => ({ data: undefined, loading: false }),
}))
vi.mock('./report-calls', () => ({
  useReportForm: resource.form,
  useRecordedResults: resource.recorded,
  attachReport: resource.attach,
}))
beforeEach(() => {
  resource.attach.mockReset()
  resource.form.mockReturnValue({ data: rows, rows, loading: false })
  resource.recorded.mockReturnValue({ data: { reportId: null, results: [] }, loading: false })
  resource.booking.mockReturnValue({})
})

function show() {
  renderScreen(<AttachReport booking={createBooking({ status: 'lab-processing' })} onClose={() => {}} />, {
    user: { id: 'u1', role: 'admin' },
  })
}

test('a value that is refused says why at its field, and each field keeps its input', async () => {
  const error = 'values[1].value: K must be a number, such as 5.1 or "<5.1".'
  resource.attach.mockRejectedValue(new ApiError(422, JSON.stringify({ error, code: 'invalid' })))
  show()
  const user = userEvent.setup()
  await user.click(screen.getByRole('tab', { name: 'Enter values' }))
  const [sodium, potassium] = [screen.getByLabelText(/^Sodium/), screen.getByLabelText(/^Potassium/)]
  await user.type(sodium, '140')
  await user.type(potassium, 'thirteen')
  await user.click(screen.getByRole('button', { name: 'Attach Report' }))
  expect(await screen.findByText('Potassium must be a number, such as 5.1 or "<5.1".')).toBeTruthy()
  expect(potassium.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(potassium)
  expect([sodium, potassium].map((field) => (field as HTMLInputElement).value)).toEqual(['140', 'thirteen'])
  await user.type(potassium, '4')
  expect(potassium.getAttribute('aria-invalid')).toBeNull()
})

test('a form that could not be loaded can be read again, and is not called missing from the catalogue', async () => {
  const [readForm, readRecorded] = [vi.fn(), vi.fn()]
  resource.form.mockReturnValue({ data: undefined, rows: [], loading: false, mutate: readForm })
  resource.recorded.mockReturnValue({
    data: { reportId: null, results: [] },
    loading: false,
    mutate: readRecorded,
  })
  show()
  const user = userEvent.setup()
  await user.click(screen.getByRole('tab', { name: 'Enter values' }))
  expect(screen.queryByText(/The catalogue does not say/)).toBeNull()
  expect(screen.getByText('The values to enter could not be loaded')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(readForm).toHaveBeenCalledOnce()
  expect(readRecorded).not.toHaveBeenCalled()
})

test('a report is sent as what its content is, whatever the picker calls it', async () => {
  resource.attach.mockResolvedValue({ isDraft: false })
  show()
  const user = userEvent.setup({ applyAccept: false })
  await user.upload(
    screen.getByLabelText('Report file'),
    new File(['%PDF-'], 'report', { type: 'image/png' }),
  )
  await user.click(screen.getByRole('button', { name: 'Attach Report' }))
  await vi.waitFor(() => expect(resource.attach).toHaveBeenCalled())
  const [, sent] = resource.attach.mock.lastCall ?? []
  expect(sent.fileUrl).toMatch(/^data:application\/pdf;base64,/)
})

test('a critical result of a PDF that the catalogue does not have is marked by its name, without which the report is not sent', async () => {
  resource.attach.mockResolvedValue({ isDraft: false })
  show()
  const user = userEvent.setup()
  const file = new File(['%PDF-'], 'report.pdf', { type: 'application/pdf' })
  await user.upload(screen.getByLabelText('Report file'), file)
  await user.click(screen.getByRole('combobox', { name: /Critical result on this PDF/ }))
  await user.click(await screen.findByRole('option', { name: 'Another result, by its name' }))
  await user.type(screen.getByLabelText('Its value, with the unit'), '32 %')
  await user.type(screen.getByLabelText('Name of the result'), ' ')
  const save = screen.getByRole('button', { name: 'Attach Report' })
  await user.click(save)
  expect(await screen.findByText('Please enter the name, or remove this result')).toBeTruthy()
  expect(resource.attach).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(screen.getByLabelText('Name of the result'))
  await user.type(screen.getByLabelText('Name of the result'), 'Blast cells')
  expect(screen.queryByText('Please enter the name, or remove this result')).toBeNull()
  await user.click(save)
  await vi.waitFor(() => expect(resource.attach).toHaveBeenCalled())
  expect(resource.attach.mock.lastCall?.[1]).toMatchObject({
    criticalCodes: [{ code: null, name: 'Blast cells', value: '32 %' }],
  })
})

test('a recorded result that is changed is corrected, and one that is emptied is withdrawn', async () => {
  resource.attach.mockResolvedValue({ isDraft: false })
  const reportId = '0f4b5a4e-93f4-4cf3-a21b-1d5b1f2a2c11'
  const results = [
    { code: 'NA', text: '140', foreignUnit: null },
    { code: 'K', text: '4.0', foreignUnit: null },
  ]
  resource.recorded.mockReturnValue({ data: { reportId, results }, loading: false })
  show()
  const user = userEvent.setup()
  await user.click(screen.getByRole('tab', { name: 'Enter values' }))
  const [sodium, potassium] = [screen.getByLabelText(/^Sodium/), screen.getByLabelText(/^Potassium/)]
  expect([sodium, potassium].map((field) => (field as HTMLInputElement).value)).toEqual(['140', '4.0'])
  await user.click(screen.getByRole('button', { name: 'Attach Report' }))
  expect(resource.attach).not.toHaveBeenCalled()
  await user.type(sodium, '{Backspace}1')
  expect(screen.getByText('Corrects 140 mmol/L')).toBeTruthy()
  await user.clear(potassium)
  expect(screen.getByText('Withdraws 4.0 mmol/L from the report')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Attach Report' }))
  await vi.waitFor(() => expect(resource.attach).toHaveBeenCalled())
  expect(resource.attach.mock.lastCall?.[1]).toMatchObject({
    values: [{ code: 'NA', value: '141' }],
    withdrawn: ['K'],
    corrects: reportId,
  })
})

test('the report form names the tests of the booking that are reported by PDF only, if there are any', () => {
  resource.booking.mockReturnValue({ data: { pdfOnly: [] } })
  show()
  expect(screen.queryByText(/reported by PDF only/)).toBeNull()
  cleanup()
  resource.booking.mockReturnValue({ data: { pdfOnly: ['Chest X-ray', 'ECG'] } })
  show()
  expect(
    screen.getByText(
      'Chest X-ray and ECG are reported by PDF only: the catalogue has no parameters for them.',
    ),
  ).toBeTruthy()
})

test('Enter goes back to the values; the results are confirmed by their own button', async () => {
  const [onConfirm, onClose] = [vi.fn(), vi.fn()]
  const questions = [{ code: 'delta', parameter: 'HBA1C', text: 'HbA1c was 7.6, and is 3.9' }] as const
  render(<QuestionsDialog questions={questions} onConfirm={onConfirm} onClose={onClose} />)
  const user = userEvent.setup()
  await user.keyboard('{Enter}')
  expect(onClose).toHaveBeenCalledOnce()
  expect(onConfirm).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'It is right' }))
  expect(onConfirm).toHaveBeenCalledOnce()
})
