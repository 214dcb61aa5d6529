import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '@/lib/http/api-error'
import { SessionContext } from '@/lib/session/session-context'
import { createBooking } from '@/testing/fixtures'
import { createSession } from '@/testing/session'
import { AttachReport } from './attach-report'

const resource = vi.hoisted(() => ({ attach: vi.fn() }))
const parameter = { unit: 'mmol/L', normalRange: '136–145', options: null }
vi.mock('@/lib/resources/bookings', () => ({
  useReportForm: () => ({
    rows: [
      { code: 'NA', name: 'Sodium', ...parameter },
      { code: 'K', name: 'Potassium', ...parameter },
    ],
    loading: false,
  }),
  useCollection: () => ({ data: undefined, loading: false }),
}))
vi.mock('@/lib/resources/health-reports', () => ({ attachReport: resource.attach }))
beforeEach(() => void resource.attach.mockReset())

test('a value that is refused says why at its field, and each field keeps its input', async () => {
  const error = 'values[1].value: K must be a number, such as 5.1 or "<5.1".'
  resource.attach.mockRejectedValue(new ApiError(422, JSON.stringify({ error, code: 'invalid' })))
  render(
    <SessionContext value={createSession({ id: 'u1', role: 'admin' })}>
      <AttachReport booking={createBooking({ status: 'lab-processing' })} onClose={() => {}} />
    </SessionContext>,
  )
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

test('a report is sent though the picker knows no type of its file: the API takes it by its content', async () => {
  resource.attach.mockResolvedValue({ isDraft: false })
  render(
    <SessionContext value={createSession({ id: 'u1', role: 'admin' })}>
      <AttachReport booking={createBooking({ status: 'lab-processing' })} onClose={() => {}} />
    </SessionContext>,
  )
  const user = userEvent.setup()
  await user.upload(screen.getByLabelText('Report file'), new File(['%PDF-'], 'report.pdf'))
  await user.click(screen.getByRole('button', { name: 'Attach Report' }))
  await vi.waitFor(() => expect(resource.attach).toHaveBeenCalled())
  const [, sent] = resource.attach.mock.lastCall ?? []
  expect(sent.fileUrl).toMatch(/^data:application\/octet-stream;base64,/)
})
