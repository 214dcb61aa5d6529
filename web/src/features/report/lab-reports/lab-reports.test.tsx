import type { ReportDraft } from '@jaanch/report/sign-off/api'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderScreen } from '@/testing/render-screen'
import { createReportDraft } from '@/testing/report'
import { LabReports } from './lab-reports'

const resource = vi.hoisted(() => ({ rows: [] as unknown[] }))
vi.mock('./calls', () => ({
  useReportDrafts: () => ({ rows: resource.rows, loading: false }),
  useReportDraft: vi.fn(),
  signReport: vi.fn(),
  returnReport: vi.fn(),
}))

function show(labRole: 'pathologist' | 'technician', ...rows: ReportDraft[]) {
  resource.rows = rows
  renderScreen(<LabReports />, { user: { id: 'u1', role: 'lab-partner', labRole } })
}

test('reports that wait and those that were sent back stand apart, without what is to come', () => {
  const returned = { at: '2026-11-20T11:00:00.000Z', by: 'Dr Meera Iyer', reason: 'Haemolysed' }
  const asha = { name: 'Asha Patel', age: 62, sex: 'female' } as const
  show('pathologist', createReportDraft(), createReportDraft({ id: 'r2', patient: asha, returned }))
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
