/** Histories in memory, from seeds, for the back-test of the forecast of reports. */
import { addDays, slotStart } from '@jaanch/contracts/calendar'
import type { ForecastBooking } from '@jaanch/domain/forecast/stages'
import { bookingSteps } from '../../../infra/local/demo/booking-steps.ts'
import { readCatalogue } from '../../../infra/local/demo/catalogue.ts'
import { planBookingsOf } from '../../../infra/local/demo/generate/plan-day.ts'
import { planDays } from '../../../infra/local/demo/generate/plan-days.ts'
import { planPopulation } from '../../../infra/local/demo/generate/population.ts'
import { createRandom } from '../../../infra/local/demo/random.ts'

const [minute, hour] = [60_000, 3_600_000]

/** A booking whose report came, with what was known at each stage. */
export type Reported = {
  lab: string
  packageId: string
  booking: Omit<ForecastBooking, 'status' | 'timeline'>
  collectedAt: number
  processedAt: number
  reportedAt: number
}

export type World = { name: string; hours: ReadonlyMap<string, number>; reports: readonly Reported[] }

const { entries } = readCatalogue()
const hours = new Map(entries.map((entry) => [entry.id, entry.reportHours ?? 24]))

/** The last `weeks` of what `npm run generate` writes for a seed: its labs, its customers, its tests, its courses of bookings. */
export function generatedWorld(seed: number, weeks: number, bookings: number): World {
  const anchor = new Date('2026-11-20T18:00:00Z')
  const days = planDays(bookings, anchor).slice(-weeks * 7)
  const population = planPopulation({ customers: 4_000, labs: 150 }, days[0]?.date ?? '', seed)
  const history = { population, entries, anchor, seed, nextOrder: () => 1 }
  const reports = days.flatMap((day) =>
    planBookingsOf(day, 4_000, history).flatMap((plan): Reported[] => {
      const random = createRandom('generated course', plan.bookingId)
      const lab = population.pickLab(random, plan.customer.city)
      const steps = bookingSteps(plan, { admin: population.accounts.admin, lab, orderNumber: '' })
      const at = (to: string) =>
        steps.find(({ command }) => command.type === 'advance' && command.to === to)?.at.getTime()
      const [collected, processed, completed] = [
        at('sample-collection'),
        at('lab-processing'),
        at('completed'),
      ]
      if (!collected || !processed || !completed) return []
      // as the generator: some reports are uploaded an hour after the completion
      const reportedAt = completed + (random.chance(0.05) ? hour : 0)
      const { slot, placedAt } = plan
      return [
        {
          lab: lab.labPartnerId,
          packageId: plan.entry.id,
          booking: {
            collectionType: slot ? 'scheduled' : 'instant',
            scheduledDate: slot?.date ?? null,
            scheduledTime: slot?.time ?? null,
            createdAt: placedAt.toISOString(),
            reportReleasedAt: null,
          },
          collectedAt: collected,
          processedAt: processed,
          reportedAt,
        },
      ]
    }),
  )
  return { name: `generated ${seed}`, hours, reports }
}

/**
 * A world that the generator does not know: labs differ in speed (a fifth either way) and in how regular they are, the small ones are
 * slower by a tenth, tests keep the catalogue's time more or less well, one report in thirty takes half as long again, and nothing is
 * released at night or on Sundays.
 */
export function unevenWorld(seed: number, weeks: number, bookings: number): World {
  const labs = Array.from({ length: 120 }, (_, n) => {
    const random = createRandom('uneven lab', seed, n)
    const slow = n > 20 ? 1.1 : 1
    return {
      id: `lab-${n}`,
      speed: slow * 1.2 ** normal(random),
      spread: random.between(0.05, 0.25),
      weight: 1 / (n + 1),
    }
  })
  const tests = entries.map((entry) => ({
    id: entry.id,
    hours: (entry.reportHours ?? 24) * createRandom('uneven test', seed, entry.id).between(0.5, 0.95),
    weight: entry.isPopular ? 4 : 0.6,
  }))
  const first = '2026-07-06'
  const reports = Array.from({ length: bookings }, (_, n): Reported => {
    const random = createRandom('uneven booking', seed, n)
    const lab = random.weighted(labs, ({ weight }) => weight)
    const test = random.weighted(tests, ({ weight }) => weight)
    const date = addDays(first, Math.floor((n / bookings) * weeks * 7))
    const begin = slotStart(date, random.pick(['06:00', '08:00', '10:00', '16:00'])).getTime()
    const collectedAt = begin + random.between(0, 110) * minute
    const factor = lab.speed * (1 + lab.spread * normal(random)) * (random.chance(1 / 30) ? 1.5 : 1)
    const done = collectedAt + Math.max(1, test.hours * factor) * hour
    return {
      lab: lab.id,
      packageId: test.id,
      booking: {
        collectionType: 'scheduled',
        scheduledDate: date,
        scheduledTime: istTime(begin),
        createdAt: new Date(begin - 24 * hour).toISOString(),
        reportReleasedAt: null,
      },
      collectedAt,
      processedAt: collectedAt + Math.max(1, test.hours * factor) * hour * random.between(0.1, 0.3),
      reportedAt: openingAfter(done),
    }
  })
  return { name: `uneven ${seed}`, hours, reports }
}

const istOffset = 5.5 * hour
const istTime = (ms: number) => new Date(ms + istOffset).toISOString().slice(11, 16)

/** Open from 7 to 22, Monday to Saturday: what is done outside is released when the lab opens. */
function openingAfter(ms: number): number {
  const local = new Date(ms + istOffset)
  const hourOfDay = local.getUTCHours()
  if (local.getUTCDay() !== 0 && hourOfDay >= 7 && hourOfDay < 22) return ms
  const next = Math.floor((ms + istOffset) / hour) * hour - istOffset
  return openingAfter(next + hour)
}

/** Nearly normal: the sum of twelve evenly distributed numbers. */
function normal(random: ReturnType<typeof createRandom>): number {
  return Array.from({ length: 12 }, () => random.between(0, 1)).reduce((sum, each) => sum + each, -6)
}
