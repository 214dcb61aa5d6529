import { expect, it } from 'vitest'
import { findUnexplainedRaces } from './lost-races.ts'
import { createOracle } from './oracle.ts'
import type { LoggedEvent } from './outcome.ts'

const [booking, call] = ['0d4b6d3c-6f4e-4f5e-9a1b-0c2d3e4f5a6b', '1d4b6d3c-6f4e-4f5e-9a1b-0c2d3e4f5a6b']

function event(type: string, data: Record<string, unknown> = {}): LoggedEvent {
  return { position: 1, streamId: `booking-${booking}`, version: 1, type, data }
}

it('a refusal because somebody was faster is explained by what the other did, and by nothing else', () => {
  const oracle = createOracle()
  oracle.lostRaces.push(
    { call: { method: 'POST', path: `/api/bookings/${booking}/custody` }, code: 'tube-accepted' },
    { call: { method: 'POST', path: `/api/critical-calls/${call}/attempts` }, code: 'critical-call-closed' },
  )
  const accepted = event('TubesAccepted')
  const confirmed = event('CriticalValueCalled', { callId: call, outcome: 'CONFIRMED' })
  expect(findUnexplainedRaces(oracle, [accepted, confirmed])).toEqual([])
  expect(findUnexplainedRaces(oracle, [event('TubesRejected')])).toHaveLength(2)
})
