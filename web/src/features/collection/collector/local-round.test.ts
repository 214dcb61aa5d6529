import type { CustodyInput } from '@jaanch/collection/api'
import { evolveCustody } from '@jaanch/collection/custody/evolve'
import type { PhoneRound } from '@jaanch/collection/rounds/api'
import { expect, it } from 'vitest'
import { isVisitDone, type RoundCommand, tubesToHandOver, unpaidAfterDraw, withCommands } from './local-round'
import { readTube } from './tube-list'

const now = new Date('2026-11-26T08:00:00Z')
const [lab, me, one, other] = ['0', '1', '2', '3'].map((n) => `00000000-0000-4000-8000-00000000000${n}`) as [
  string,
  string,
  string,
  string,
]
const planned = { specimen: 'Serum', container: 'SST', tests: [lab] }
const custody = evolveCustody(null, {
  type: 'TubesPlanned',
  data: { tubes: [1, 2].map((number) => ({ ...planned, number })) },
} as never)
const person = (bookingId: string, orderNumber: string): PhoneRound['visits'][number]['people'][number] => ({
  bookingId,
  orderNumber,
  status: 'confirmed',
  tests: [],
  patient: { name: 'Kamala', relationship: 'Self', age: 65, sex: null, dateOfBirth: null },
  due: 499,
  custody,
  visitCode: null,
})
const round: PhoneRound = {
  date: '2026-11-26',
  lab: { id: lab, name: 'Lab', phone: null },
  collector: { id: me, name: 'Ravi' },
  isCut: false,
  visits: [
    {
      id: one,
      time: null,
      closed: null,
      area: null,
      address: null,
      contactNumber: null,
      instructions: null,
      fastingHours: null,
      due: 998,
      mapUrl: null,
      people: [person(one, 'JN-2026-000001'), person(other, 'JN-2026-000002')],
    },
  ],
}

function command(subject: string, step: CustodyInput, at = now): RoundCommand {
  const path = `/api/bookings/${subject}/custody`
  return { subject, path, body: { recorded: { at: at.toISOString(), offsetMs: 0 }, command: step } }
}
const identify = { type: 'identify', method: 'name-and-birth-date', isConfirmed: true } as const
const draw: CustodyInput = { type: 'draw', tubes: [{ number: 1 }, { number: 2 }] }

it('the round on the phone shows commands that the rules of the server accept, and none that they refuse', () => {
  const refused = withCommands(round, [command(one, draw)], now)
  expect(refused).toEqual(round)
  const after = withCommands(
    round,
    [command(one, { type: 'arrive' }), command(one, identify), command(one, draw)],
    now,
  )
  expect(after.visits[0]?.people[0]).toMatchObject({
    status: 'sample-collection',
    custody: { arrived: { by: me }, tubes: [{ drawn: { by: me } }, { drawn: { by: me } }] },
  })
  expect(after.visits[0]?.people[1]).toEqual(round.visits[0]?.people[1])
})

it('a command that the fetched round contains already changes nothing in the round on the phone', () => {
  const done = [command(one, identify), command(one, draw)]
  const fetched = withCommands(round, done, now)
  expect(withCommands(fetched, done, now)).toEqual(fetched)
})

it('the round on the phone counts a visit as done when each person is drawn or it is recorded why not, and hands over only what was drawn', () => {
  const drawn = [command(one, identify), command(one, draw)]
  const [visit] = withCommands(round, drawn, now).visits
  expect(visit && isVisitDone(visit)).toBe(false)
  const all = withCommands(round, [...drawn, command(other, { type: 'fail', outcome: 'refused' })], now)
  expect(all.visits.map(isVisitDone)).toEqual([true])
  expect(tubesToHandOver(all).map(({ person, tubes }) => [person.bookingId, tubes.length])).toEqual([
    [one, 2],
  ])
  const given = command(one, { type: 'handOver', tubes: [1, 2] })
  expect(tubesToHandOver(withCommands(all, [given], now))).toEqual([])
})

it('the round on the phone takes a payment for all people of the visit, which is missing until then if something was drawn', () => {
  const pay = { subject: one, path: `/api/bookings/${one}/payment`, body: {} }
  const paid = withCommands(round, [pay], now)
  expect(paid.visits[0]).toMatchObject({ due: 0, people: [{ due: 0 }, { due: 0 }] })

  const refused = (bookingId: string) => command(bookingId, { type: 'fail', outcome: 'refused' })
  const drawn = [command(one, identify), command(one, draw), refused(other)]
  const unpaid = (commands: RoundCommand[]) => unpaidAfterDraw(withCommands(round, commands, now).visits)
  expect(unpaid(drawn)).toBe(round.visits[0]?.due)
  expect(unpaid([...drawn, pay])).toBe(0)
  expect(unpaid([refused(one), refused(other)])).toBe(0)
})

const first = person(one, 'JN-2026-000001')

it('a scanned label means its tube; the label of another visit means none', () => {
  expect(readTube(round, first, 'JN-2026-000001-2', 1)).toEqual({ tube: 2 })
  expect(readTube(round, first, 'JN-2026-000001-3', 1)).toEqual({ problem: 'wrong-tube' })
  expect(readTube(round, first, 'JN-2026-000002-1', 1)).toEqual({ problem: 'tube-of-another-visit' })
})

it('a scanned pre-printed barcode is bound to the tube in hand, unless another tube has it already', () => {
  expect(readTube(round, first, 'A1234', 2)).toEqual({ tube: 2 })
  const bound = withCommands(
    round,
    [command(one, identify), command(one, { type: 'draw', tubes: [{ number: 1, code: 'A1234' }] })],
    now,
  )
  const [person = first, neighbour = first] = bound.visits.flatMap(({ people }) => people)
  expect(readTube(bound, person, 'A1234', 2)).toEqual({ problem: 'wrong-tube' })
  expect(readTube(bound, neighbour, 'A1234', 1)).toEqual({ problem: 'tube-of-another-visit' })
})

it('a scanned barcode is the same with a symbology identifier, with hyphens and with small letters', () => {
  const scanned = command(one, { type: 'draw', tubes: [{ number: 1, code: ']C1THY0012345678' }] })
  const bound = withCommands(round, [command(one, identify), scanned], now)
  const [, neighbour = first] = bound.visits.flatMap(({ people }) => people)
  expect(readTube(bound, neighbour, 'thy-00123-45678', 1)).toEqual({ problem: 'tube-of-another-visit' })
})
