import type { RoundView } from '@jaanch/collection/rounds/api'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderScreen } from '@/testing/render-screen'
import { RoundPage } from './round-page'

let round: RoundView
vi.mock('@/features/booking/bookings-calls', () => ({ useRound: () => ({ data: round, loading: false }) }))

const visit = (
  id: string,
  collector: string | null,
  collectorId = collector && `id of ${collector}`,
): RoundView['visits'][number] => ({
  ...{
    id,
    collectorId,
    collector,
    time: '08:00-10:00',
    closed: null,
    area: null,
    address: null,
    contactNumber: null,
  },
  ...{ instructions: null, fastingHours: null, due: 0, people: [] },
})

function headsOf(visits: RoundView['visits']) {
  round = { date: '2026-12-01', lab: 'Sabarmati Diagnostics', visits, isCut: false }
  renderScreen(<RoundPage />, {
    user: { role: 'lab-partner', name: 'Front Desk' },
    path: '/lab/round/sheet?date=2026-12-01',
  })
  return screen
    .getAllByRole('heading', { level: 1 })
    .map((heading) => heading.nextElementSibling?.textContent)
}

test('each round is headed by the collector who makes it, with date and lab, not by whoever prints it', () => {
  expect(headsOf([visit('v1', 'Ravi Kumar'), visit('v2', null), visit('v3', 'Ravi Kumar')])).toEqual([
    'Ravi Kumar, 1 Dec 2026, Sabarmati Diagnostics',
    'No collector yet, 1 Dec 2026, Sabarmati Diagnostics',
  ])
  expect(screen.getByText(/^2 visits/)).toBeTruthy()
})

test('two collectors of one name have a round each', () => {
  const head = 'Ravi Kumar, 1 Dec 2026, Sabarmati Diagnostics'
  expect(headsOf([visit('v1', 'Ravi Kumar', 'u1'), visit('v2', 'Ravi Kumar', 'u2')])).toEqual([head, head])
})

test('a day without visits has its date and the lab', () => {
  expect(headsOf([])).toEqual(['1 Dec 2026, Sabarmati Diagnostics'])
})
