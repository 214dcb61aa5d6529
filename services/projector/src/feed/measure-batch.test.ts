import type { BookingSummary } from '@jaanch/booking/booking'
import { describe, expect, it } from 'vitest'
import { stepsBetween } from './measure-batch.ts'

const at = (minutes: number) => new Date(Date.UTC(2026, 0, 31, 6, minutes)).toISOString()

function booking(assigned: number | null, ...steps: [BookingSummary['status'], number][]): BookingSummary {
  return {
    createdAt: at(0),
    assignedAt: assigned === null ? null : at(assigned),
    timeline: [['pending', 0] as const, ...steps].map(([status, minutes]) => ({
      status,
      at: at(minutes),
      actor: 'lab',
    })),
  } as unknown as BookingSummary
}

describe('the steps of a booking', () => {
  it('are those that it made now, each with the time since the step before it', () => {
    const before = booking(5, ['confirmed', 8])
    const after = booking(
      5,
      ['confirmed', 8],
      ['sample-collection', 68],
      ['lab-processing', 70],
      ['completed', 128],
    )
    expect(stepsBetween(before, after)).toEqual([
      { step: 'collected', seconds: 3_600 },
      { step: 'completed', seconds: 3_600 },
    ])
  })

  it('begin with the assignment, since it was placed', () => {
    expect(stepsBetween(undefined, booking(null))).toEqual([])
    expect(stepsBetween(booking(null), booking(2))).toEqual([{ step: 'assigned', seconds: 120 }])
  })

  it('count an assignment to another lab again, and nothing that stays as it was', () => {
    expect(stepsBetween(booking(2), booking(10))).toEqual([{ step: 'assigned', seconds: 600 }])
    expect(stepsBetween(booking(2), booking(2))).toEqual([])
  })
})
