import { fold } from '@jaanch/contracts/decider'
import { givenFor } from '@jaanch/contracts/testing/given'
import { countReports, isEarlierDraft, nextReportVersion, wasReturned } from '@jaanch/report/report'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BookingCommand } from './decider.ts'
import { bookingDecider } from './decider.ts'
import type { BookingEvent } from './events.ts'
import { historyTo, now, reportId, uuid } from './testing/bookings.ts'

const given = givenFor(bookingDecider, now)
const other = uuid(62)
const drafted: BookingEvent = { type: 'ReportDrafted', data: { reportId, reportVersion: 1 } }
const returned: BookingEvent = { type: 'ReportReturned', data: { reportId } }
const sign = { type: 'signReport', reportId, isFile: false } as const
const before = historyTo['lab-processing']

describe('the draft of a report', () => {
  it('is submitted when it is signed, or released if it is a file, with its number', () => {
    const data = { reportId, reportVersion: 1 }
    given([...before, drafted])
      .when(sign)
      .then([{ type: 'ReportSubmitted', data }])
    given([...before, drafted])
      .when({ ...sign, isFile: true })
      .then([{ type: 'ReportReleased', data }])
  })

  it('withdraws what was to be collected again when it is signed, and not before', () => {
    const withdraws = [uuid(7)]
    given(before).when({ type: 'draftReport', reportId, version: 1 }).then([drafted])
    given([...before, drafted])
      .when({ ...sign, withdraws })
      .then([
        { type: 'ReportSubmitted', data: { reportId, reportVersion: 1 } },
        { type: 'RecollectionWithdrawn', data: { packageIds: withdraws } },
      ])
  })

  it('that is replaced or was sent back is not signed, and one that is released changes nothing', () => {
    const newer: BookingEvent = { type: 'ReportDrafted', data: { reportId: other, reportVersion: 1 } }
    given([...before, drafted, newer])
      .when(sign)
      .then('draft-replaced')
    given([...before, drafted, returned])
      .when(sign)
      .then('draft-returned')
    const released: BookingEvent = { type: 'ReportReleased', data: { reportId, reportVersion: 1 } }
    given([...before, drafted, released])
      .when(sign)
      .then([])
  })

  it('keeps its booking open until it is signed or sent back', () => {
    const complete = { type: 'advance', to: 'completed' } as const
    given([...before, drafted])
      .when(complete)
      .then('draft-unsigned')
    const released: BookingEvent = { type: 'ReportReleased', data: { reportId, reportVersion: 1 } }
    for (const end of [returned, released]) {
      const decided = bookingDecider.decide(fold(bookingDecider, [...before, drafted, end]), complete, now)
      expect(decided).toMatchObject({
        events: expect.arrayContaining([{ type: 'BookingCompleted', data: {} }]),
      })
    }
  })

  it('does not keep an admin from completing its booking, and can be signed afterwards', () => {
    given([...before, drafted])
      .when({ type: 'advance', to: 'completed', by: 'admin' })
      .then([{ type: 'BookingCompleted', data: {} }])
    given([...before, drafted, { type: 'BookingCompleted', data: {} }])
      .when(sign)
      .then([{ type: 'ReportSubmitted', data: { reportId, reportVersion: 1 } }])
  })

  it('is sent back once, by the id of the newest', () => {
    given([...before, drafted])
      .when({ type: 'returnReport', reportId })
      .then([returned])
    given([...before, drafted, returned])
      .when({ type: 'returnReport', reportId })
      .then([])
    given([...before, drafted])
      .when({ type: 'returnReport', reportId: other })
      .then('draft-replaced')
  })

  it('can be signed after a newer one that only adds to it, which then waits with the next number; not after a correction', () => {
    const newer: BookingEvent = {
      type: 'ReportDrafted',
      data: { reportId: other, reportVersion: 1, change: 'more' },
    }
    const history = [...before, drafted, newer]
    expect(isEarlierDraft(history, reportId)).toBe(true)
    given(history)
      .when({ ...sign, isEarlier: true })
      .then([
        { type: 'ReportSubmitted', data: { reportId, reportVersion: 1 } },
        { type: 'ReportDrafted', data: { reportId: other, reportVersion: 2, change: 'more' } },
      ])
    const correction: BookingEvent = { ...newer, data: { ...newer.data, change: 'amended' } }
    expect(isEarlierDraft([...before, drafted, correction], reportId)).toBe(false)
    const sentBack: BookingEvent = { type: 'ReportReturned', data: { reportId: other } }
    expect(isEarlierDraft([...history, sentBack], reportId)).toBe(false)
  })

  it('was sent back with the next one, which includes it, unless it was signed before; an older one says nothing of it', () => {
    const draftOf = (id: string, reportVersion = 1): BookingEvent => ({
      type: 'ReportDrafted',
      data: { reportId: id, reportVersion },
    })
    const signed = (id: string): BookingEvent => ({
      type: 'ReportSubmitted',
      data: { reportId: id, reportVersion: 1 },
    })
    const back = (id: string): BookingEvent => ({ type: 'ReportReturned', data: { reportId: id } })
    const [older, newest] = [uuid(63), uuid(64)]
    const both = [...before, draftOf(older), draftOf(reportId), draftOf(newest)]
    expect(wasReturned(both, reportId)).toBe(false)
    expect(wasReturned([...both, back(newest)], reportId)).toBe(true)
    expect(wasReturned([...both, signed(reportId), draftOf(newest, 2), back(newest)], reportId)).toBe(false)
    expect(wasReturned([...both, signed(older), draftOf(newest, 2), back(newest)], reportId)).toBe(true)
  })

  it('waits on while a worker releases the report before it', () => {
    const first = { reportId: other, reportVersion: 1 }
    const history: BookingEvent[] = [
      ...before,
      { type: 'ReportSubmitted', data: first },
      { type: 'ReportDrafted', data: { reportId, reportVersion: 2 } },
      { type: 'ReportReleased', data: first },
    ]
    expect(fold(bookingDecider, history)).toMatchObject({
      draft: { id: reportId, version: 2, isReturned: false },
      report: { id: other, version: 1 },
    })
  })
})

type Act = { act: 'draft' | 'submit' | 'release' | 'sign' | 'return'; report: number }
const acts = fc.array(
  fc.record({
    act: fc.constantFrom('draft', 'submit', 'release', 'sign', 'return'),
    report: fc.nat(5),
  }) as fc.Arbitrary<Act>,
  { maxLength: 40 },
)

function commandOf({ act, report }: Act, version: number): BookingCommand {
  const id = uuid(100 + report)
  switch (act) {
    case 'draft':
      return { type: 'draftReport', reportId: id, version }
    case 'submit':
      return { type: 'submitReport', reportId: id, version }
    case 'release':
      return { type: 'releaseReport', reportId: id, version }
    case 'sign':
      return { type: 'signReport', reportId: id, isFile: report % 2 === 0 }
    case 'return':
      return { type: 'returnReport', reportId: id }
  }
}

/** A new submission has a new id, as in the API */
function live(life: readonly Act[]): BookingEvent[] {
  const history = [...before]
  for (const act of life) {
    const id = uuid(100 + act.report)
    const isKnown = history.some((event) => 'reportId' in event.data && event.data.reportId === id)
    if (isKnown && (act.act === 'draft' || act.act === 'submit' || act.act === 'release')) continue
    const command = commandOf(act, nextReportVersion(history))
    const decision = bookingDecider.decide(fold(bookingDecider, history), command, now)
    if ('events' in decision) history.push(...decision.events)
  }
  return history
}

describe('drafts and reports in any order', () => {
  it('no two reports have the same number, the numbers have no gaps, and only the newest draft is ever signed', () => {
    fc.assert(
      fc.property(acts, (life) => {
        const history = live(life)
        const released = history.flatMap((event) =>
          event.type === 'ReportSubmitted' || event.type === 'ReportReleased' ? [event.data] : [],
        )
        const versions = released.map(({ reportVersion }) => reportVersion)
        expect(versions).toEqual(versions.map((_, index) => index + 1))
        expect(new Set(released.map(({ reportId }) => reportId)).size).toBe(released.length)
        for (const [index, event] of history.entries()) {
          if (event.type !== 'ReportSubmitted' && event.type !== 'ReportReleased') continue
          const { draft } = fold(bookingDecider, history.slice(0, index)) as { draft: { id: string } | null }
          const wasDrafted = history
            .slice(0, index)
            .some((e) => e.type === 'ReportDrafted' && e.data.reportId === event.data.reportId)
          if (wasDrafted) expect(draft?.id).toBe(event.data.reportId)
        }
        const ids = history.flatMap((event) => ('reportVersion' in event.data ? [event.data.reportId] : []))
        expect(countReports(history)).toBe(new Set(ids).size)
      }),
    )
  })
})
