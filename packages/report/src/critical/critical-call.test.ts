import { bookingDecider } from '@jaanch/booking/decider'
import type { BookingEvent } from '@jaanch/booking/events'
import { historyTo, now, reportId, uuid } from '@jaanch/booking/testing/bookings'
import { givenFor } from '@jaanch/contracts/testing/given'
import { type CriticalOutcome, criticalEndings } from '@jaanch/contracts/vocabulary'
import type { Recorded } from '@jaanch/eventlog/events'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { criticalCallsOf } from './critical-call.ts'
import { type CriticalCall, dueReminder, lastStep, remindEveryMs } from './rules.ts'

const callId = uuid(101)
const call: CriticalCall = { callId, reportId, foundAt: now, step: 0, ending: null, unreachedAt: [] }
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const given = givenFor(bookingDecider, now)(historyTo['lab-processing'] ?? [])

function recorded(...events: BookingEvent[]): Recorded<BookingEvent>[] {
  return events.map((event, index) => ({ ...event, at: now, position: index + 1 }) as Recorded<BookingEvent>)
}
const found: BookingEvent = { type: 'CriticalValueFound', data: { callId, reportId } }
const reminded = (step: number): BookingEvent => ({ type: 'CriticalValueReminded', data: { callId, step } })
const called = (outcome: CriticalOutcome): BookingEvent => {
  return { type: 'CriticalValueCalled', data: { callId, attemptId: uuid(102), outcome } }
}

describe('a call about a critical value', () => {
  it.each(['submitReport', 'releaseReport'] as const)('is recorded together with the report (%s)', (type) => {
    const { decision } = given.when({ type, reportId, version: 1, criticalCallId: callId })
    expect(decision).toMatchObject({ events: [{ data: { reportId, reportVersion: 1 } }, found] })
  })

  it('is open until it is confirmed or ended as not reached', () => {
    expect(criticalCallsOf(recorded(found, reminded(1), called('UNABLE_TO_REACH')))).toEqual([
      { ...call, step: 1, unreachedAt: [now] },
    ])
    expect(criticalCallsOf(recorded(found, called('REACHED_NO_READBACK')))).toEqual([call])
    for (const ending of criticalEndings)
      expect(criticalCallsOf(recorded(found, called(ending)))).toEqual([{ ...call, ending }])
  })

  it.each([
    ['two attempts that reached nobody', [1, 25 * 60], false],
    ['three within 24 hours', [1, 60, 24 * 60], false],
    ['three on one later evening', [24 * 60, 24 * 60 + 1, 24 * 60 + 2], false],
    ['three over 24 hours', [1, 60, 24 * 60 + 1], true],
    ['more, recorded in any order', [25 * 60, 1, 2, 3], true],
  ])('is ended as not reached after %s: %j minutes, %s', (_, minutes, isEnded) => {
    const ending = {
      type: 'recordCriticalCall',
      callId,
      attemptId: uuid(103),
      outcome: 'ENDED_NOT_REACHED',
    } as const
    expect(given.when({ ...ending, calls: [{ ...call, unreachedAt: minutes.map(after) }] }).decision).toEqual(
      isEnded
        ? {
            events: [
              expect.objectContaining({
                data: { callId, attemptId: uuid(103), outcome: 'ENDED_NOT_REACHED' },
              }),
            ],
          }
        : { refused: 'critical-call-not-tried' },
    )
  })

  it('refuses an attempt after it is closed, and an attempt on a call that does not exist is not found', () => {
    const attempt = {
      type: 'recordCriticalCall',
      callId,
      attemptId: uuid(103),
      outcome: 'CONFIRMED',
    } as const
    expect(given.when({ ...attempt, calls: [call] }).decision).toMatchObject({
      events: [{ type: 'CriticalValueCalled', data: { outcome: 'CONFIRMED' } }],
    })
    for (const ending of criticalEndings)
      expect(given.when({ ...attempt, calls: [{ ...call, ending }] }).decision).toEqual({
        refused: 'critical-call-closed',
      })
    expect(given.when({ ...attempt, calls: [] }).decision).toEqual({ refused: 'not-found' })
  })

  it('is reminded of once for each step, and not after it was closed', () => {
    const remind = { type: 'remindCriticalCall', callId, step: 2 } as const
    expect(given.when({ ...remind, calls: [call] }).decision).toMatchObject({ events: [reminded(2)] })
    expect(given.when({ ...remind, calls: [{ ...call, step: 2 }] }).decision).toEqual({ events: [] })
    for (const ending of criticalEndings)
      expect(given.when({ ...remind, calls: [{ ...call, ending }] }).decision).toEqual({ events: [] })
  })
})

describe('reminders', () => {
  it.each([
    ['before 15 minutes', 0, 14, { at: after(15) }],
    ['after 15 minutes', 0, 15, { step: 1, at: after(30) }],
    ['after 30 minutes', 1, 31, { step: 2, at: after(45) }],
    ['after an outage: the medical role is not skipped', 0, 121, { step: 2, at: after(135) }],
    ['after an outage: others are', 2, 121, { step: 8, at: after(135) }],
  ] as const)('are due %s', (_, step, minutes, due) => {
    expect(dueReminder({ ...call, step }, after(minutes))).toEqual(due)
  })

  it('end when the call is closed, and after two days', () => {
    for (const ending of criticalEndings) expect(dueReminder({ ...call, ending }, after(60))).toEqual({})
    expect(dueReminder({ ...call, step: lastStep - 1 }, after(48 * 60))).toEqual({ step: lastStep })
    expect(dueReminder({ ...call, step: lastStep }, after(50 * 60))).toEqual({})
  })

  it('come to an end after any outages, each step once and never early', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5_000_000 }), { maxLength: 20 }), (pauses) => {
        const steps: number[] = []
        let [at, state] = [now, call]
        for (let n = 0; n < 1_000; n += 1) {
          const due = dueReminder(state, at)
          if (due.step !== undefined) {
            expect(due.step).toBeGreaterThan(state.step)
            expect(at.getTime() - now.getTime()).toBeGreaterThanOrEqual(due.step * remindEveryMs)
            steps.push(due.step)
            state = { ...state, step: due.step }
          }
          if (!due.at) break
          at = new Date(Math.max(due.at.getTime(), at.getTime()) + (pauses[n] ?? 0))
        }
        expect(steps.at(-1)).toBe(lastStep)
        expect(steps).toContain(2)
        expect(new Set(steps).size).toBe(steps.length)
      }),
    )
  })
})
