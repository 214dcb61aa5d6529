import type { BookingCommand, BookingState } from '@jaanch/booking/decider'
import { bookingDecider } from '@jaanch/booking/decider'
import type { BookingEvent } from '@jaanch/booking/events'
import {
  cbc,
  historyTo,
  laterTime,
  now,
  orderNumber,
  ourLab,
  thyroid,
  uuid,
} from '@jaanch/booking/testing/bookings'
import { fold } from '@jaanch/contracts/decider'
import { givenFor } from '@jaanch/contracts/testing/given'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shortLabelCode } from '../barcode.ts'
import type { CustodyStepCommand } from './commands.ts'
import { planTubes } from './stability.ts'

const meena = uuid(91)
const technician = uuid(92)
const other = uuid(93)
const plan = planTubes([
  { id: thyroid.packageId, specimens: [{ specimen: 'Serum', container: 'SST' }], parameters: [] },
  {
    id: cbc.packageId,
    specimens: [{ specimen: 'Whole blood', container: 'EDTA lavender' }],
    parameters: [],
  },
])
const hours = 3_600_000
const given = givenFor(bookingDecider, now)

type When = { by?: string; deviceAt?: string; offsetMs?: number | null }

function custody(step: CustodyStepCommand, when: When = {}): BookingCommand {
  return { type: 'custody', plan, by: meena, deviceAt: now.toISOString(), offsetMs: 0, ...when, step }
}

const ordered: BookingEvent = { type: 'OrderCreated', data: { orderNumber } }
const confirmed = [...historyTo.confirmed, ordered]

/** The events of these commands, one after the other; a refused one has none. */
function eventsOf(history: readonly BookingEvent[], commands: readonly BookingCommand[]): BookingEvent[] {
  const events: BookingEvent[] = [...history]
  for (const command of commands) {
    const decision = bookingDecider.decide(fold(bookingDecider, events), command, now)
    if ('events' in decision) events.push(...decision.events)
  }
  return events
}

const identify = custody({ type: 'identify', method: 'name-and-birth-date', isConfirmed: true })
const drawBoth = custody({ type: 'draw', tubes: [{ number: 1 }, { number: 2 }] })
const drawn = eventsOf(confirmed, [identify, drawBoth])

function custodyOf(state: BookingState) {
  return state.status === 'none' ? null : state.custody
}

describe('the custody of tubes', () => {
  it('plans the tubes with the first command, and confirms and begins the collection with the first draw', () => {
    const pending = [...historyTo.pending, ordered]
    expect(
      eventsOf(pending, [identify, drawBoth])
        .slice(pending.length)
        .map(({ type }) => type),
    ).toEqual([
      'TubesPlanned',
      'IdentityChecked',
      'BookingConfirmed',
      'SampleCollectionStarted',
      'TubesDrawn',
    ])
  })

  it('draws nothing of a person who is not confirmed', () => {
    given(confirmed).when(drawBoth).then('identity-not-confirmed')
    const mismatch = custody({ type: 'identify', method: 'name-and-birth-date', isConfirmed: false })
    given(eventsOf(confirmed, [mismatch]))
      .when(drawBoth)
      .then('identity-not-confirmed')
  })

  it('binds a pre-printed barcode, and refuses our label of another tube or another visit without saying whose', () => {
    const draw = (code: string, number = 1) => custody({ type: 'draw', tubes: [{ number, code }] })
    const identified = eventsOf(confirmed, [identify])
    given(identified)
      .when(draw(`${orderNumber}-2`))
      .then('wrong-tube')
    for (const other of ['JN-2026-000999-1', 'JN-2026-000999', 'jn-2026-000999-001'])
      given(identified).when(draw(other)).then('tube-of-another-visit')
    // of a small label
    given(identified).when(draw('JN2026000999-1')).then('tube-of-another-visit')
    const own = eventsOf(identified, [draw(shortLabelCode(orderNumber, 1))])
    expect(custodyOf(fold(bookingDecider, own))?.tubes[0]).toMatchObject({ code: null, drawn: {} })
    const bound = eventsOf(identified, [draw('THY0012345')])
    expect(custodyOf(fold(bookingDecider, bound))?.tubes[0]?.code).toBe('THY0012345')
    given(bound).when(draw('THY0012345', 2)).then('wrong-tube')
    given(bound).when(draw('THY9999999')).then('tube-drawn-already')
  })

  it('moves on to lab processing once each tube is accepted or rejected, and decides on each once', () => {
    const accept = (tubes: number[]) => custody({ type: 'accept', tubes }, { by: technician })
    const reject = custody({ type: 'reject', tubes: [{ number: 2, reason: 'clotted' }] }, { by: technician })
    const one = eventsOf(drawn, [accept([1])])
    expect(fold(bookingDecider, one)).toMatchObject({ status: 'sample-collection' })
    given(one)
      .when(custody({ type: 'reject', tubes: [{ number: 1, reason: 'clotted' }] }))
      .then('tube-accepted')
    const both = eventsOf(one, [reject])
    expect(fold(bookingDecider, both)).toMatchObject({ status: 'lab-processing' })
    given(both)
      .when(accept([2]))
      .then('tube-rejected')
  })

  it('accepts a tube after its stability window only with a reason', () => {
    const strict = plan.map((tube) => ({
      ...tube,
      stability: { windowMs: 2 * hours, minC: null, maxC: null },
    }))
    const early = { deviceAt: new Date(now.getTime() - 3 * hours).toISOString() }
    const history = eventsOf(confirmed, [
      { ...identify, ...early, plan: strict } as BookingCommand,
      custody({ type: 'draw', tubes: [{ number: 1 }, { number: 2 }] }, early),
    ])
    given(history)
      .when(custody({ type: 'accept', tubes: [1] }))
      .then('stability-over')
    const late = custody({ type: 'accept', tubes: [1], lateReason: 'stored-cold' })
    expect(custodyOf(fold(bookingDecider, eventsOf(history, [late])))?.tubes[0]?.accepted).toMatchObject({
      lateReason: 'stored-cold',
    })
  })

  it('keeps no more of the text of a device’s time than the instant', () => {
    const precise = `${now.toISOString().slice(0, -1)}${'0'.repeat(10_000)}Z`
    expect(eventsOf(confirmed, [custody({ type: 'arrive' }, { deviceAt: precise })]).at(-1)).toMatchObject({
      data: { recorded: { deviceAt: now.toISOString() } },
    })
  })

  it('begins the collection with a tube that is received before its draw is known, so that nobody cancels or moves the visit around it', () => {
    const pending = [...historyTo.pending, ordered]
    const reject = custody({ type: 'reject', tubes: [{ number: 1, reason: 'leaked' }] }, { by: technician })
    const receive = custody({ type: 'receive', tubes: [1] }, { by: technician })
    const events = eventsOf(pending, [receive])
    expect(events.slice(-3).map(({ type }) => type)).toEqual([
      'BookingConfirmed',
      'SampleCollectionStarted',
      'TubesReceived',
    ])
    const move = { type: 'reschedule', by: 'customer', ...laterTime } as const
    given(events).when(move).then('visit-begun')
    given(events)
      .when({ type: 'cancel', by: 'customer', reason: 'customer-request' })
      .then('cancel-only-confirmed')
    given(events)
      .when({ type: 'assignLab', labPartnerId: uuid(52) })
      .then('collection-begun')
    given(eventsOf(events, [reject]))
      .when({ type: 'offerRecollection', bookingId: uuid(9), packageIds: [thyroid.packageId] })
      .then([{ type: 'RecollectionOffered', data: { bookingId: uuid(9), packageIds: [thyroid.packageId] } }])
  })

  it('says that the order has no number yet, and not that somebody changed the booking', () => {
    given(historyTo.confirmed).when(identify).then('order-number-pending')
    given(historyTo.confirmed).when({ type: 'printLabels', plan }).then('order-number-pending')
  })

  it('takes a confirmation back when the person turns out to be another one', () => {
    const minutes = (n: number) => ({ deviceAt: new Date(now.getTime() + n * 60_000).toISOString() })
    const check = (isConfirmed: boolean, n: number) =>
      custody({ type: 'identify', method: 'name-and-birth-date', isConfirmed }, minutes(n))
    const taken = eventsOf(confirmed, [check(true, -10), check(false, -5)])
    expect(custodyOf(fold(bookingDecider, taken))).toMatchObject({ identity: null, mismatches: 1 })
    given(taken).when(drawBoth).then('identity-not-confirmed')
    // sent again without its key, the confirmation that was taken back does not return
    given(taken).when(check(true, -10)).then([])
    const again = eventsOf(taken, [check(true, -1), drawBoth])
    expect(custodyOf(fold(bookingDecider, again))?.tubes[0]?.drawn).not.toBeNull()
    // which of them came first is said by their times, in whatever order they arrive
    const late = eventsOf(confirmed, [check(true, -5), check(false, -10)])
    expect(custodyOf(fold(bookingDecider, late))?.identity).not.toBeNull()
    const outdated = eventsOf(confirmed, [check(false, -5), check(true, -10)])
    expect(custodyOf(fold(bookingDecider, outdated))?.identity).toBeNull()
  })

  it('notes why nothing was drawn, until something is, or the visit is moved', () => {
    const fail = custody({ type: 'fail', outcome: 'nobody-home' })
    const failed = eventsOf(confirmed, [fail])
    expect(custodyOf(fold(bookingDecider, failed))?.outcome?.outcome).toBe('nobody-home')
    expect(custodyOf(fold(bookingDecider, eventsOf(failed, [identify, drawBoth])))?.outcome).toBeNull()
    given(drawn).when(fail).then('tubes-drawn')
  })

  it('records what happened to a booking that was cancelled or completed meanwhile, with a mark, and leaves its status', () => {
    const cancelled: BookingEvent = { type: 'BookingCancelled', data: { reason: 'customer-request' } }
    const identified = [...eventsOf(confirmed, [identify]), cancelled]
    expect(eventsOf(identified, [drawBoth]).slice(identified.length)).toMatchObject([
      { type: 'TubesDrawn', data: { recorded: { marks: ['after-end'] } } },
    ])
    const completed = eventsOf(drawn, [
      { type: 'advance', to: 'lab-processing' },
      { type: 'advance', to: 'completed' },
    ])
    given(completed).when(drawBoth).then([])
    const events = eventsOf(completed, [custody({ type: 'receive', tubes: [1] })])
    expect(fold(bookingDecider, events)).toMatchObject({
      status: 'completed',
      custody: { tubes: [{ received: { marks: ['after-end'] } }, { received: null }] },
    })
  })
})

describe('a mismatch after a confirmation', () => {
  const minute = (n: number) => new Date(now.getTime() + n * 60_000).toISOString()
  const at = (n: number, step: CustodyStepCommand, by = meena): BookingCommand => ({
    ...{ type: 'custody', plan, by, offsetMs: 0, step },
    deviceAt: minute(n),
  })
  const confirm = at(-30, { type: 'identify', method: 'code', isConfirmed: true })
  const draw = at(-20, { type: 'draw', tubes: [{ number: 1 }, { number: 2 }] })
  const mismatch = at(-10, { type: 'identify', method: 'name-and-birth-date', isConfirmed: false }, other)

  it('of a person whose tubes are drawn is before the admins, and one before the draw is not', () => {
    const stateOf = (commands: BookingCommand[]) =>
      custodyOf(fold(bookingDecider, eventsOf(confirmed, commands)))
    expect(stateOf([confirm, mismatch])).toMatchObject({ alarmAt: null, alarm: null })
    expect(stateOf([confirm, draw, mismatch])).toMatchObject({ alarmAt: minute(-10), alarm: 'mismatch' })
    // one that is older than the confirmation that counts says nothing
    const older = { ...mismatch, deviceAt: minute(-40) } as BookingCommand
    expect(stateOf([confirm, draw, older])).toMatchObject({ alarmAt: null })
  })

  it('does not refuse the draw before it that arrives afterwards, and refuses the one after it', () => {
    const known = eventsOf(confirmed, [confirm, mismatch])
    const events = eventsOf(known, [draw])
    expect(custodyOf(fold(bookingDecider, events))).toMatchObject({
      identity: null,
      alarmAt: minute(-20),
      tubes: [{ drawn: { at: minute(-20) } }, { drawn: {} }],
    })
    given(known)
      .when(at(-5, { type: 'draw', tubes: [{ number: 1 }] }))
      .then('identity-not-confirmed')
  })
})

it('a tube whose test is not collected any more is not asked for, and its draw is recorded if it came before that was known', () => {
  const [thyroidTube] = plan.filter(({ packageIds }) => packageIds.length === 1)
  if (!thyroidTube) throw new Error('no tube serves one test alone')
  const { number, packageIds } = thyroidTube
  const known = [
    ...eventsOf(confirmed, [identify]),
    { type: 'TestsWithdrawn', data: { packageIds } } as BookingEvent,
  ]
  const before = custodyOf(fold(bookingDecider, known))
  expect(before?.tubes.map((tube) => tube.number)).not.toContain(number)
  const after = custodyOf(fold(bookingDecider, eventsOf(known, [drawBoth])))
  expect(after?.tubes.map((tube) => [tube.number, tube.drawn !== null])).toEqual([
    [1, true],
    [2, true],
  ])
  expect(after?.withdrawn).toEqual([])
})

describe('what a collector did before the visit was taken away', () => {
  const hour = (n: number) => new Date(now.getTime() + n * hours)
  const tenure = { from: hour(-3).toISOString(), until: hour(-1).toISOString() }
  const late = (step: CustodyStepCommand, at: number): BookingCommand => ({
    ...{ type: 'custody', plan, by: meena, offsetMs: 0, step, tenure },
    deviceAt: hour(at).toISOString(),
  })
  const identity = { type: 'identify', method: 'code', isConfirmed: true } as const
  const both = { type: 'draw', tubes: [{ number: 1 }, { number: 2 }] } as const

  it('is recorded with a mark, before the admins, and says nothing of the visit that is made now', () => {
    const moved: BookingEvent = { type: 'BookingRescheduled', data: { by: 'admin', ...laterTime } }
    const arrived = eventsOf([...confirmed, moved], [late({ type: 'arrive' }, -2), late(identity, -2)])
    expect(custodyOf(fold(bookingDecider, arrived))).toMatchObject({
      ...{ arrived: null, identity: null, alarmAt: null },
    })
    const events = eventsOf(arrived, [late(both, -2)])
    expect(fold(bookingDecider, events)).toMatchObject({ status: 'sample-collection' })
    expect(custodyOf(fold(bookingDecider, events))).toMatchObject({
      alarmAt: hour(-2).toISOString(),
      alarm: 'after-removal',
      tubes: [{ drawn: { marks: ['late', 'after-removal'] } }, { drawn: {} }],
    })
  })

  it('has been confirmed before the visit was moved, where the draw arrives afterwards', () => {
    const before = eventsOf(confirmed, [{ ...identify, deviceAt: hour(-2).toISOString() } as BookingCommand])
    const moved: BookingEvent = { type: 'BookingRescheduled', data: { by: 'admin', ...laterTime } }
    const events = eventsOf([...before, moved], [late(both, -2)])
    expect(custodyOf(fold(bookingDecider, events))?.tubes.every(({ drawn }) => drawn)).toBe(true)
    // of somebody else, it is not
    given([...before, moved])
      .when({ ...late(both, -2), by: technician } as BookingCommand)
      .then('identity-not-confirmed')
  })

  it('is not later than the removal, whatever the clock says', () => {
    const events = eventsOf(confirmed, [late({ type: 'arrive' }, 24 * 365)])
    expect(events.at(-1)).toMatchObject({ data: { recorded: { at: tenure.until } } })
  })
})

const number = fc.integer({ min: 1, max: 3 })
const code = fc.constantFrom(
  undefined,
  `${orderNumber}-1`,
  `${orderNumber}-2`,
  'JN-2026-000999-1',
  'THY0000001',
  'THY0000002',
)
const step: fc.Arbitrary<CustodyStepCommand> = fc.oneof(
  fc.constant<CustodyStepCommand>({ type: 'arrive' }),
  fc.boolean().map((isConfirmed) => ({ type: 'identify', method: 'code', isConfirmed }) as const),
  fc
    .array(fc.record({ number, code }), { minLength: 1, maxLength: 2 })
    .map((tubes) => ({ type: 'draw', tubes }) as const),
  fc
    .record({
      type: fc.constantFrom('handOver', 'receive', 'accept'),
      tubes: fc.array(number, { minLength: 1, maxLength: 3 }),
    })
    .map((some) => some as CustodyStepCommand),
  number.map((n) => ({ type: 'reject', tubes: [{ number: n, reason: 'clotted' }] }) as const),
  fc.constantFrom('nobody-home', 'no-vein').map((outcome) => ({ type: 'fail', outcome }) as const),
)
const phone = fc.record({
  by: fc.constantFrom(meena, technician),
  offsetMs: fc.integer({ min: -9 * hours, max: 9 * hours }),
})
/** A day's commands of two phones whose clocks are off by hours, each as it reaches the server */
const day = fc.array(
  fc
    .record({ step, phone, agoMs: fc.integer({ min: 0, max: 24 * hours }) })
    .map(({ step: what, phone: { by, offsetMs }, agoMs }) =>
      custody(what, { by, offsetMs, deviceAt: new Date(now.getTime() - agoMs + offsetMs).toISOString() }),
    ),
  { maxLength: 40, size: 'max' },
)

describe('a day of two phones, in any order and with repetitions', () => {
  it('gives one custody that respects the rules: of each tube one draw, one decision, only of a confirmed person', () => {
    fc.assert(
      fc.property(day, (commands) => {
        const events = eventsOf(confirmed, commands)
        const of = <Type extends BookingEvent['type']>(type: Type) =>
          events.filter((event): event is Extract<BookingEvent, { type: Type }> => event.type === type)
        const draws = of('TubesDrawn').flatMap(({ data }) => data.tubes)
        const accepted = of('TubesAccepted').flatMap(({ data }) => data.tubes)
        const rejected = of('TubesRejected').flatMap(({ data }) => data.tubes.map((tube) => tube.number))
        for (const once of [
          draws.map((tube) => tube.number),
          draws.flatMap((tube) => tube.code ?? []),
          [...accepted, ...rejected],
        ])
          expect(new Set<string | number>(once).size).toBe(once.length)
        // a label of another person or another tube is never bound
        for (const tube of draws) expect(tube.code ?? '').not.toMatch(/^JN-/)
        const first = (type: BookingEvent['type']) => events.findIndex((event) => event.type === type)
        if (draws.length > 0) {
          const confirmation = events.findIndex(
            (event) => event.type === 'IdentityChecked' && event.data.isConfirmed,
          )
          expect(confirmation).toBeGreaterThan(-1)
          expect(confirmation).toBeLessThan(first('TubesDrawn'))
        }
        expect(accepted.filter((tube) => !draws.some((one) => one.number === tube))).toEqual([])
        expect(of('TubesPlanned').length).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('changes nothing when all of it arrives once more', () => {
    fc.assert(
      fc.property(day, (commands) => {
        const events = eventsOf(confirmed, commands)
        const kept = commands.filter((command, n) => {
          const before = fold(bookingDecider, eventsOf(confirmed, commands.slice(0, n)))
          const decision = bookingDecider.decide(before, command, now)
          if ('refused' in decision) return false
          // a confirmation that said what was so already says something new after a mismatch
          const isConfirmation = command.type === 'custody' && command.step.type === 'identify'
          return decision.events.length > 0 || !isConfirmation
        })
        expect(eventsOf(events, kept)).toEqual(events)
      }),
    )
  })

  it('gives the same custody after a replay', () => {
    fc.assert(
      fc.property(day, (commands) => {
        const events = eventsOf(confirmed, commands)
        const stored = JSON.parse(JSON.stringify(events)) as BookingEvent[]
        expect(fold(bookingDecider, stored)).toEqual(fold(bookingDecider, events))
      }),
    )
  })
})

it('assigns collectors of a lab, and forgets them when another lab comes', () => {
  const collectorId = meena
  given(historyTo.confirmed)
    .when({ type: 'assignCollector', collectorId })
    .then([{ type: 'CollectorAssigned', data: { collectorId } }])
  const moved = eventsOf(historyTo.pending, [
    { type: 'assignCollector', collectorId },
    { type: 'assignLab', labPartnerId: uuid(52) },
  ])
  expect(fold(bookingDecider, moved)).toMatchObject({ labPartnerId: uuid(52), collectorId: null })
  expect(ourLab).not.toBe(uuid(52))
})
