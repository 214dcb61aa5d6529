import type { CustodyInput } from '@jaanch/collection/api'
import { bareCode, parseLabelCode } from '@jaanch/collection/barcode'
import type { CustodyTube } from '@jaanch/collection/custody/custody'
import { decideCustody } from '@jaanch/collection/custody/decide'
import type { CustodyEvent } from '@jaanch/collection/custody/events'
import { evolveCustody } from '@jaanch/collection/custody/evolve'
import type { PhoneRound } from '@jaanch/collection/rounds/api'

export type Visit = PhoneRound['visits'][number]
export type Person = Visit['people'][number]

/** A command of the round, as the outbox stores it */
export type RoundCommand = { subject: string; path: string; body: unknown }
type Recorded = { at: string; offsetMs: number | null }

/**
 * The round as it is for the phone: what was fetched, with what was done since. The rules are those of the server; it decides again.
 * @param done the commands that the server has not refused, in order. One that the round contains already changes nothing
 * @param now by the clock of the server
 */
export function withCommands(round: PhoneRound, done: readonly RoundCommand[], now: Date): PhoneRound {
  return done.reduce((state, { subject, path, body }) => {
    if (path.endsWith('/payment')) return paidFor(state, subject)
    const { command, recorded } = body as { command: CustodyInput; recorded: Recorded }
    return changePerson(state, subject, (person) => afterCommand(state, person, command, recorded, now))
  }, round)
}

/** @returns the person after the command; unchanged if the rules refuse it */
function afterCommand(
  { lab, collector }: PhoneRound,
  person: Person,
  step: CustodyInput,
  { at, offsetMs }: Recorded,
  now: Date,
): Person {
  const { orderNumber, status, custody } = person
  const decided = decideCustody(
    { labPartnerId: lab.id, orderNumber, status, custody },
    { type: 'custody', plan: [], by: collector.id, deviceAt: at, offsetMs, step: withBareCodes(step) },
    now,
  )
  return 'refused' in decided ? person : decided.events.reduce(evolvePerson, person)
}

/** Labels stay as they are: the rules read the tube in them. */
function withBareCodes(step: CustodyInput): CustodyInput {
  if (step.type !== 'draw') return step
  const tubes = step.tubes.map(({ number, code }) => ({
    number,
    code: code && (parseLabelCode(code) ? code : bareCode(code)),
  }))
  return { ...step, tubes }
}

function evolvePerson(person: Person, event: { type: string; data: unknown }): Person {
  switch (event.type) {
    case 'BookingConfirmed':
      return { ...person, status: 'confirmed' }
    case 'SampleCollectionStarted':
      return { ...person, status: 'sample-collection' }
    case 'LabProcessingStarted':
      return { ...person, status: 'lab-processing' }
    default:
      return { ...person, custody: evolveCustody(person.custody, event as CustodyEvent) }
  }
}

/** Everybody of the visit pays together. */
function paidFor(round: PhoneRound, bookingId: string): PhoneRound {
  return changeVisit(round, bookingId, (visit) => ({
    ...visit,
    due: 0,
    people: visit.people.map((person) => ({ ...person, due: 0 })),
  }))
}

function changePerson(round: PhoneRound, bookingId: string, change: (person: Person) => Person): PhoneRound {
  return changeVisit(round, bookingId, (visit) => ({
    ...visit,
    people: visit.people.map((person) => (person.bookingId === bookingId ? change(person) : person)),
  }))
}

function changeVisit(round: PhoneRound, bookingId: string, change: (visit: Visit) => Visit): PhoneRound {
  const isIn = ({ people }: Visit) => people.some((person) => person.bookingId === bookingId)
  return { ...round, visits: round.visits.map((visit) => (isIn(visit) ? change(visit) : visit)) }
}

export function isDrawn({ custody: { tubes } }: Person): boolean {
  return tubes.length > 0 && tubes.every(({ drawn }) => drawn)
}

/** Nothing is left to do for this person: all tubes are drawn, or it is recorded why not. */
export function isPersonDone(person: Person): boolean {
  return isDrawn(person) || person.custody.outcome !== null
}

export function isVisitDone({ people }: Visit): boolean {
  return people.every(isPersonDone)
}

/** The unpaid sum of the visits whose samples are drawn, rupees. */
export function unpaidAfterDraw(visits: readonly Visit[]): number {
  return visits
    .filter((visit) => isVisitDone(visit) && visit.people.some(isDrawn))
    .reduce((sum, { due }) => sum + due, 0)
}

/** The people of a round with drawn tubes that nobody has taken over */
export function tubesToHandOver({ visits }: PhoneRound): { person: Person; tubes: CustodyTube[] }[] {
  return visits
    .flatMap(({ people }) => people)
    .map((person) => ({
      person,
      tubes: person.custody.tubes.filter(
        ({ drawn, handedOver, received }) => drawn && !handedOver && !received,
      ),
    }))
    .filter(({ tubes }) => tubes.length > 0)
}
