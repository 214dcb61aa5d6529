import type { ReportDraft } from '@jaanch/report/sign-off/api'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderScreen } from '@/testing/render-screen'
import { LabReports } from './lab-reports'

const resource = vi.hoisted(() => ({ rows: [] as unknown[] }))
vi.mock('./calls', () => ({
  useReportDrafts: () => ({ rows: resource.rows, loading: false }),
  useReportDraft: vi.fn(),
  signReport: vi.fn(),
  returnReport: vi.fn(),
}))

function draftOf(name: string, returned: ReportDraft['returned'] = null): ReportDraft {
  return {
    id: name,
    bookingId: 'b1',
    orderNumber: 'JN-2026-000123',
    tests: ['Complete Blood Count'],
    patient: { name, age: 62, sex: 'female' },
    version: 1,
    draftedAt: '2026-11-20T10:00:00.000Z',
    draftedBy: 'Ravi',
    isFile: false,
    returned,
  }
}

function show(labRole: 'pathologist' | 'technician', ...rows: ReportDraft[]) {
  resource.rows = rows
  renderScreen(<LabReports />, { user: { id: 'u1', role: 'lab-partner', labRole } })
}

test('reports that wait and those that were sent back stand apart, without what is to come', () => {
  const returned = { at: '2026-11-20T11:00:00.000Z', by: 'Dr Meera Iyer', reason: 'Haemolysed' }
  show('pathologist', draftOf('Kamala Rao'), draftOf('Asha Patel', returned))
  expect(
    within(screen.getByRole('region', { name: 'Waiting for a pathologist' })).getAllByRole('button'),
  ).toEqual([screen.getByRole('button', { name: /Kamala Rao/ })])
  expect(within(screen.getByRole('region', { name: 'Sent back' })).getAllByRole('button')).toEqual([
    screen.getByRole('button', { name: /Asha Patel/ }),
  ])
  expect(screen.queryByText('Coming soon')).toBeNull()
})

test('without a waiting report, a pathologist reads what will appear', () => {
  show('pathologist')
  expect(screen.getByText('Coming soon')).toBeTruthy()
  expect(screen.getByText(/A report appears here as soon as/)).toBeTruthy()
})

test('others than pathologists read only what is to come', () => {
  show('technician')
  expect(screen.getByText('The reports that your lab has released will be listed here.')).toBeTruthy()
})
