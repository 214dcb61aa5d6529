import type { ReportDraftDetail } from '@jaanch/report/sign-off/api'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderScreen } from '@/testing/render-screen'
import { createReportDraft, createResult } from '@/testing/report'
import { Draft } from './draft'

const detail: ReportDraftDetail = {
  ...createReportDraft(),
  doctorComments: null,
  isReviewed: false,
  hasOpenCall: false,
  earlier: [],
  sections: [{ title: 'Blood', results: [createResult()] }],
  notReported: [],
  released: null,
  reportFileUrl: null,
}
const resource = vi.hoisted(() => ({ draft: undefined as unknown, sign: vi.fn() }))
vi.mock('./calls', () => ({
  useReportDraft: () => ({ data: resource.draft, loading: false, mutate: () => {} }),
  signReport: resource.sign,
  returnReport: vi.fn(),
}))
beforeEach(() => resource.sign.mockReset().mockResolvedValue(undefined))

function show(changes: Partial<ReportDraftDetail> = {}) {
  resource.draft = { ...detail, ...changes }
  renderScreen(<Draft id="r1" onClose={() => {}} />, {
    user: { id: 'u1', role: 'lab-partner', labRole: 'pathologist' },
  })
}

test('a report whose call nobody has confirmed is signed after a question, which leads to the call', async () => {
  show({ hasOpenCall: true })
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Sign and release' }))
  const question = await screen.findByRole('alertdialog')
  expect(resource.sign).not.toHaveBeenCalled()
  expect(within(question).getByText(/customer may read the value before/)).toBeTruthy()
  expect(within(question).getByRole('link').getAttribute('href')).toBe('/lab/critical')
  await user.click(within(question).getByRole('button', { name: 'Sign and release' }))
  expect(resource.sign).toHaveBeenCalledOnce()
})

test('a version that replaces a released one is signed after a question that names what it adds, changes and takes away', async () => {
  const changes = [
    { code: 'HGB', name: 'Haemoglobin', before: '11.2 g/dL', after: '12.1 g/dL' },
    { code: 'WBC', name: 'Leucocytes', before: null, after: '6' },
    { code: 'PLT', name: 'Platelets', before: '250', after: null },
  ]
  show({ version: 2, released: { version: 1, changes } })
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Sign and release' }))
  const question = await screen.findByRole('alertdialog', { name: 'Sign this version?' })
  expect(question.textContent).toContain('The customer has version 1, which this one replaces.')
  expect(question.textContent).toContain('It changes: Haemoglobin from 11.2 g/dL to 12.1 g/dL.')
  expect(question.textContent).toContain('It takes away: Platelets, which was 250.')
  expect(question.textContent).toContain('It adds: Leucocytes 6.')
  expect(resource.sign).not.toHaveBeenCalled()
  await user.click(within(question).getByRole('button', { name: 'Sign and release' }))
  expect(resource.sign).toHaveBeenCalledOnce()
})

test('results out of range come first, the critical ones before the others, with the results of before', () => {
  const results = [
    createResult({ code: 'WBC', name: 'Leucocytes', flag: 'normal' }),
    createResult(),
    createResult({ code: 'K', name: 'Potassium', flag: 'critical-high' }),
  ]
  show({
    sections: [{ title: 'Blood', results }],
    earlier: [{ code: 'HGB', text: '12.4', on: '2026-03-03' }],
  })
  const rows = within(screen.getByRole('list', { name: 'Out of range' })).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Potassium/),
    expect.stringMatching(/^Haemoglobin.*Before: 12\.4, 3 Mar 2026/),
  ])
})

test('a first version without an open call is signed at once', async () => {
  show()
  await userEvent.click(screen.getByRole('button', { name: 'Sign and release' }))
  expect(resource.sign).toHaveBeenCalledOnce()
})
