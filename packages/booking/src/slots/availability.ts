import { findCaller } from '@jaanch/account/sessions/authentication'
import { istDate } from '@jaanch/contracts/calendar'
import type { Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { commandHandler } from '@jaanch/eventlog/command-handler'
import { areaOfPincode } from '@jaanch/pincodes/area'
import { networkOf } from '@jaanch/platform/http/network'
import { serveCall } from '@jaanch/platform/http/served'
import { shareNextOfEqual } from '@jaanch/platform/share-calls'
import type pg from 'pg'
import { type FreeVisits, readFreeVisits } from '../assignment/automatic-assignment.ts'
import type { Place } from '../booking.ts'
import { bookingSummaryModel } from '../decider.ts'
import { instantSlots } from '../rules.ts'
import { type SlotsView, slotCalls } from './api.ts'
import { datesFrom, firstFree, isTooFar, viewDays } from './view-slots.ts'

export const listSlots = serveCall(
  slotCalls.listSlots,
  async ({ query: { visitId, ...query }, request }, services) => {
    await services.rateLimits.count('slotReads', networkOf(request.ip))
    if (isTooFar(query, services.now())) throw new AppError('malformed', 'from lies more than a year ahead.')
    const caller = visitId === undefined ? undefined : await findCaller(services, request)
    const visit = visitId && caller ? await findVisit(services, visitId, caller) : null
    return (await services.readSlots({ ...query, visit })).view
  },
)

type SlotsQuestion = {
  pincode: string
  /** Date in Asia/Kolkata; default: today */
  from?: string | undefined
  days: number
  packageIds: readonly string[]
  /** The visit that is moved: its own place is free, and its lab alone counts if it has one */
  visit: { id: string; labPartnerId: string | null } | null
}

export type SlotsAnswer = {
  view: SlotsView
  /** The labs that the view depends on */
  labs: ReadonlySet<string>
  /** The last date that it depends on, YYYY-MM-DD */
  until: string
}

/** What can be chosen at a PIN code. Equal questions that come together share an answer. */
export type ReadSlots = (question: SlotsQuestion) => Promise<SlotsAnswer>

/** `next` is looked for up to this number of days after the first one */
const lookAhead = 30

type Options = {
  /** Its statements look few rows up by their keys */
  pool: Pick<pg.Pool, 'query'>
  now: () => Date
}

/**
 * Reads what labs declared less what is taken: one statement, two if nothing is free on the days asked for. It reads the labs of the
 * area and a row of `lab_days` for each lab and day, whatever the number of bookings.
 */
export function createReadSlots({ pool, now }: Options): ReadSlots {
  function readFree({ pincode, packageIds, visit }: SlotsQuestion, dates: string[]): Promise<FreeVisits> {
    const area = areaOfPincode(pincode)
    return readFreeVisits(pool, {
      area,
      dates,
      packageIds,
      labPartnerId: visit?.labPartnerId,
      visitId: visit?.id,
    })
  }

  async function read(question: SlotsQuestion): Promise<SlotsAnswer> {
    const at = now()
    const today = istDate(at)
    const { from = today, days: count } = question
    const dates = datesFrom(from, count)
    const { labs, free } = await readFree(question, dates.includes(today) ? dates : [...dates, today])
    const isLimited = labs.length > 0
    const days = viewDays(from, count, (date) => (isLimited ? (free[date]?.all ?? []) : undefined), at)
    const possible =
      !isLimited || instantSlots(at).some(({ date, slot }) => (free[date]?.instant[slot - 1] ?? 0) > 0)
    const next = firstFree(days) ?? (isLimited ? await findLater(question, { from, at }) : undefined)
    const view = { isLimited, instant: { possible }, days, next: next ?? null }
    const last = dates.at(-1) as string
    const until = next && next.date <= last ? last : (datesFrom(from, lookAhead + 1).at(-1) as string)
    return { view, labs: new Set(labs), until: until > last ? until : last }
  }

  async function findLater(
    question: SlotsQuestion,
    { from, at }: { from: string; at: Date },
  ): Promise<SlotsView['next'] | undefined> {
    const dates = datesFrom(from, lookAhead + 1).slice(question.days)
    const { free } = await readFree(question, dates)
    return firstFree(viewDays(dates[0] as string, dates.length, (date) => free[date]?.all ?? [], at))
  }

  return shareNextOfEqual((question) => JSON.stringify(question), read)
}

const bookings = commandHandler(bookingSummaryModel)

/** `id`: of its row in `visit_places` */
export type FoundVisit = { id: string; labPartnerId: string | null; place: Place | null }

/** @returns the visit of a booking, for its customer and admins; null for others, or if there is none */
export async function findVisit(
  { logDb }: { logDb: pg.Pool },
  bookingId: string,
  { role, userId }: Pick<Caller, 'role' | 'userId'>,
): Promise<FoundVisit | null> {
  if (role === 'lab-partner') return null
  const booking = await bookings.load(logDb, bookingId)
  if (!booking || (role === 'customer' && booking.customerId !== userId)) return null
  return { id: booking.visitId, labPartnerId: booking.labPartnerId, place: booking.place }
}
