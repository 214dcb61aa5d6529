import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createPackage } from '@/testing/fixtures'
import type { Draft } from '../draft'
import { TestWizard } from '../testing'
import { LongFastWarning } from './schedule-step'

const family = [
  { id: 'm1', name: 'Kamala', dateOfBirth: '1950-03-01', age: 76 },
  { id: 'm2', name: 'Ravi', dateOfBirth: '2018-03-01', age: 8 },
]
vi.mock('@/features/account/people-calls', () => ({ useFamily: () => ({ rows: family }) }))
vi.mock('@/lib/session/session-context', () => ({ useUser: () => ({ dateOfBirth: '1985-06-01' }) }))

const lipid = createPackage({ id: 'p1', fastingRequired: true, fastingHours: 12 })
const sugar = createPackage({ id: 'p2', fastingRequired: true, fastingHours: 8 })

function warningsFor(change: Partial<Draft>) {
  const draft = { extraPackageIds: ['p2'], preferredDate: '2026-11-27', ...change }
  const view = render(
    <TestWizard tests={[lipid, sugar]} draft={draft}>
      <LongFastWarning />
    </TestWizard>,
  )
  const warnings = screen.queryAllByRole('listitem').map((line) => line.textContent)
  view.unmount()
  return warnings
}

test('each child or person over 65 is warned of what they fast for themselves', () => {
  const everybody = { otherPatients: ['m1', 'm2'], skipped: ['m2 p1'] }
  const long = /^Kamala, 76 years: 12 hours without food is long at this age/
  expect(warningsFor({ ...everybody, preferredTime: '08:00-10:00' })).toEqual([expect.stringMatching(long)])
  expect(warningsFor({ ...everybody, preferredTime: '10:00-12:00' })).toEqual([
    expect.stringMatching(long),
    expect.stringMatching(/^Ravi, 8 years: a fast until after 10:00 am is long at this age/),
  ])
})

test('other people are not warned', () => {
  expect(warningsFor({ preferredTime: '16:00-18:00' })).toEqual([])
})
