import { type BookingCommand, bookingDecider } from '@jaanch/booking/decider'
import type { BookingEvent } from '@jaanch/booking/events'
import { historyTo, now, placed, reportId, uuid } from '@jaanch/booking/testing/bookings'
import { fold } from '@jaanch/contracts/decider'
import { givenFor } from '@jaanch/contracts/testing/given'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countReports, isEarlierDraft, nextReportVersion, wasReturned } from './report.ts'

const given = givenFor(bookingDecider, now)
const other = uuid(62)
const drafted: BookingEvent = { type: 'ReportDrafted', data: { reportId, reportVersion: 1 } }
const returned: BookingEvent = { type: 'ReportReturned', data: { reportId } }
const sign = { type: 'signReport', reportId, isFile: false } as const
const before = historyTo['lab-processing']

const release = { type: 'releaseReport', reportId, version: 1 } as const
const released: BookingEvent = { type: 'ReportReleased', data: { reportId, reportVersion: 1 } }
const corrected: BookingEvent = { type: 'ReportReleased', data: { reportId, reportVersion: 2 } }

it('a report is released once per version', () => {
  given(historyTo.completed).when(release).then([released])
  given([...historyTo.completed, released])
    .when(release)
    .then([])
  given([...historyTo.completed, released])
    .when({ ...release, version: 2 })
    .then([corrected])
  expect(fold(bookingDecider, [placed, released, corrected])).toMatchObject({
    report: { id: reportId, version: 2 },
  })
})

it('a report that is submitted as values does not change the booking before it is rendered', () => {
  const submitted: BookingEvent = { type: 'ReportSubmitted', data: { reportId, reportVersion: 1 } }
  given(historyTo.completed)
    .when({ ...release, type: 'submitReport' })
    .then([submitted])
  const booking = fold(bookingDecider, historyTo.completed)
  expect(fold(bookingDecider, [...historyTo.completed, submitted])).toEqual(booking)
  expect(nextReportVersion([placed, submitted])).toBe(2)
})

it('a report does not replace a newer version that was released before it', () => {
  expect(fold(bookingDecider, [placed, corrected, released])).toMatchObject({ report: { version: 2 } })
  expect(nextReportVersion([placed, corrected, released])).toBe(3)
  expect(nextReportVersion([placed])).toBe(1)
})

it('the draft of a report is submitted when it is signed, or released if it is a file, with its number', () => {
  const data = { reportId, reportVersion: 1 }
  given([...before, drafted])
    .when(sign)
    .then([{ type: 'ReportSubmitted', data }])
  given([...before, drafted])
    .when({ ...sign, isFile: true })
    .then([{ type: 'ReportReleased', data }])
})

it('the draft of a report withdraws what was to be collected again when it is signed, and not before', () => {
  const withdraws = [uuid(7)]
  given(before).when({ type: 'draftReport', reportId, version: 1 }).then([drafted])
  given([...before, drafted])
    .when({ ...sign, withdraws })
    .then([
      { type: 'ReportSubmitted', data: { reportId, reportVersion: 1 } },
      { type: 'RecollectionWithdrawn', data: { packageIds: withdraws } },
    ])
})

it('a draft that is replaced or was sent back is not signed, and one that is released changes nothing', () => {
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

it('the draft of a report keeps its booking open until it is signed or sent back', () => {
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

it('the draft of a report does not keep an admin from completing its booking, and can be signed afterwards', () => {
  given([...before, drafted])
    .when({ type: 'advance', to: 'completed', by: 'admin' })
    .then([{ type: 'BookingCompleted', data: {} }])
  given([...before, drafted, { type: 'BookingCompleted', data: {} }])
    .when(sign)
    .then([{ type: 'ReportSubmitted', data: { reportId, reportVersion: 1 } }])
})

it('the draft of a report is sent back once, by the id of the newest', () => {
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

it('the draft of a report can be signed after a newer one that only adds to it, which then waits with the next number; not after a correction', () => {
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

it('the results of a draft are sent back with the next one, which includes it, unless it was signed before; an older one says nothing of it', () => {
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

it('the draft of a report waits on while a worker releases the report before it', () => {
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

it('whatever happens to drafts and reports, no two reports have the same number, the numbers have no gaps, and only the newest draft is ever signed', () => {
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
