import { randomUUID } from 'node:crypto'
import type { BookingEvent } from '@jaanch/booking/events'
import { istDate } from '@jaanch/contracts/calendar'
import { bucketOf } from '@jaanch/contracts/turnaround'
import { anAppend, detailsOf, eventsOf, steps } from '@jaanch/tests/support/histories'
import { headOf, readTablesOf } from '@jaanch/tests/support/read-tables'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { useGenerations } from '../testing/projecting.ts'

const { database, appender, createFed } = useGenerations()

type Happened = { id: string; event: BookingEvent; at: Date }
/** `metric key day` → [n, amount] */
type Sums = Record<string, [n: number, amount: number]>

const hour = 3_600_000
const start = Date.parse('2026-01-30T05:00:00Z')

/** Gives each event a time some hours after the previous one. */
function over(hours: readonly number[], events: { id: string; event: BookingEvent }[]): Happened[] {
  let at = start
  return events.map((each, index) => {
    at += (hours[index % hours.length] ?? 1) * hour
    return { ...each, at: new Date(at) }
  })
}

async function append(happened: readonly Happened[]): Promise<void> {
  await Promise.all(
    happened.map(({ id, event, at }) => appender.append({ ...anAppend(id), events: [{ ...event, at }] })),
  )
}

/** The statistics as stored, without those of tubes: `metric key day`, and for a lab's turnaround `turnaround <lab> <bucket> day`. */
async function readStatistics(generation: number): Promise<Sums> {
  const { rows } = await database.asOwner(
    `select metric || ' ' || key || ' ' || day as name, n::int, amount::int from read_${generation}.statistics
      where metric not like 'tubes-%' and metric not like 'persons-%'
      union all
     select 'turnaround ' || lab_partner_id || ' ' || bucket || ' ' || day, n::int, 0 from read_${generation}.turnarounds`,
  )
  return Object.fromEntries(rows.map((row) => [row.name, [row.n, row.amount]]))
}

/** The sums over the last sixty days that have statistics, as stored and as the days add up; without what the dashboard does not show. */
async function readTotals(generation: number): Promise<{ stored: Sums; added: Sums }> {
  const read = async (rows: string) => {
    const { rows: sums } = await database.asOwner(
      `select name, sum(n)::int as n, sum(amount)::int as amount from (${rows.replaceAll('read.', `read_${generation}.`)}) parts
        group by name having sum(n) <> 0 or sum(amount) <> 0`,
    )
    return Object.fromEntries(sums.map(({ name, n, amount }) => [name, [n, amount]]))
  }
  const isShown = `day > (select max(day) from read.statistics where metric = 'placed') - 60`
  return {
    stored: await read(
      `select metric || ' ' || key as name, n, amount from read.statistics_totals
        union all select lab_partner_id || ' ' || bucket, n, 0 from read.turnaround_totals`,
    ),
    added: await read(
      `select metric || ' ' || key as name, n, amount from read.statistics
        where ${isShown} and metric not in ('assigned', 'declined', 'taken', 'lab-taken') and metric not like 'tubes-%' and metric not like 'persons-%'
        union all select lab_partner_id || ' ' || bucket, n, 0 from read.turnarounds where ${isShown}`,
    ),
  }
}

/** The same numbers, computed from single events instead of rows, differences and batches. */
function expectedFrom(happened: readonly Happened[]): Sums {
  const sums: Sums = {}
  function count(name: string, day: string, by = 1, amount = 0): void {
    const [n, sum] = sums[`${name} ${day}`] ?? [0, 0]
    sums[`${name} ${day}`] = [n + by, sum + amount]
    if (n + by === 0) delete sums[`${name} ${day}`]
  }
  type Known = {
    day: string
    final: number
    isOrdered: boolean
    lab?: string
    given?: Date
    completedOn?: string
    lines: { packageId: string; price: number }[]
    taken?: { day: string; method: string; amount: number }
  }
  const known = new Map<string, Known>()
  function countCompleted({ completedOn = '', lab, lines, final }: Known, by: 1 | -1): void {
    count('completed ', completedOn, by, by * final)
    count(`lab ${lab}`, completedOn, by, by * final)
    const list = lines.reduce((sum, { price }) => sum + price, 0)
    const others = lines.slice(1).map(({ price }) => Math.floor((price * final) / list))
    const first = final - others.reduce((sum, part) => sum + part, 0)
    for (const [index, { packageId }] of lines.entries())
      count(`package ${packageId}`, completedOn, by, by * (index === 0 ? first : (others[index - 1] ?? 0)))
  }
  /** Payments count for the lab that has the booking. */
  function countTaken({ taken, lab }: Known, by: 1 | -1): void {
    if (taken && lab) count(`lab-taken ${lab} ${taken.method}`, taken.day, by, by * taken.amount)
  }
  const statusOf: Partial<Record<BookingEvent['type'], string>> = {
    OrderConfirmed: 'confirmed',
    BookingConfirmed: 'confirmed',
    SampleCollectionStarted: 'sample-collection',
    LabProcessingStarted: 'lab-processing',
    BookingCompleted: 'completed',
    BookingCancelled: 'cancelled',
    OrderDeclined: 'cancelled',
  }
  for (const { id, event, at } of happened) {
    const today = istDate(at)
    const isOrdered = event.type === 'BookingPlaced' || event.type === 'OrderProposed'
    if (isOrdered || event.type === 'RecollectionProposed') {
      const { lines, final } = event.data
      known.set(id, { day: today, final, isOrdered, lines })
      if (!isOrdered) continue
      count('placed ', today)
      count('city Other', today)
      count(`slot scheduled ${event.data.scheduledTime?.slice(0, 2)}`, today)
      continue
    }
    const booking = known.get(id)
    if (!booking) throw new Error('An event came before its booking')
    if (event.type === 'LabAssigned' || event.type === 'LabDeclined') {
      const { labPartnerId } = event.data
      if (booking.lab && booking.given) count(`assigned ${booking.lab}`, istDate(booking.given), -1)
      count(`assigned ${labPartnerId}`, today)
      if (event.type === 'LabDeclined') count(`declined ${labPartnerId}`, today)
      const isDeclined = event.type === 'LabDeclined'
      countTaken(booking, -1)
      Object.assign(booking, { lab: isDeclined ? undefined : labPartnerId, given: at })
      countTaken(booking, 1)
    }
    if (event.type === 'PaymentRecorded') {
      const { method, amount } = event.data
      count(`taken ${method}`, today, 1, amount)
      booking.taken = { day: today, method, amount }
      countTaken(booking, 1)
    }
    if (event.type === 'RefundDue') {
      const { packageIds, amount } = event.data
      if (booking.completedOn) countCompleted(booking, -1)
      booking.lines = booking.lines.filter(({ packageId }) => !packageIds.includes(packageId))
      booking.final -= amount
      if (booking.completedOn) countCompleted(booking, 1)
    }
    const status = statusOf[event.type]
    if (!status || !booking.isOrdered) continue
    count(`reached ${status}`, booking.day)
    if (status === 'cancelled') {
      count(`cancelled ${event.type === 'BookingCancelled' ? event.data.reason : 'customer-declined'}`, today)
      count(`slot scheduled ${slots.get(id)}`, booking.day, -1)
    }
    if (status === 'completed') {
      booking.completedOn = today
      countCompleted(booking, 1)
      const took = at.getTime() - (booking.given?.getTime() ?? 0)
      count(`turnaround ${booking.lab} ${bucketOf(took)}`, today)
    }
  }
  return sums
}
/** The hour of each booking's slot: 09:00 for proposed orders, 08:00-10:00 for the others */
const slots = new Map<string, string>()

describe('the daily statistics', () => {
  it('equal the numbers computed event by event, for random bookings and batch sizes', async () => {
    await fc.assert(
      fc.asyncProperty(
        steps(6),
        fc.array(fc.integer({ min: 0, max: 90 }), { minLength: 1, maxLength: 7 }),
        fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 6 }),
        async (lives, hours, batches) => {
          const ids = Array.from({ length: 6 }, () => randomUUID() as string)
          const happened = over(
            hours,
            eventsOf(lives, (booking) => ids[booking] as string),
          )
          slots.clear()
          for (const { id, event } of happened) {
            if (event.type === 'BookingPlaced') slots.set(id, '08')
            if (event.type === 'OrderProposed') slots.set(id, '09')
          }
          const from = await headOf(database)
          await append(happened)
          const generation = await createFed(from, batches)
          const { rows } = await database.asOwner(
            `select max(day)::text as last from read_${generation}.statistics where metric = 'placed'`,
          )
          const isKept = ([name]: [string, unknown]) =>
            Date.parse(name.slice(-10)) > Date.parse(rows[0].last) - 92 * 24 * hour
          expect(await readStatistics(generation)).toEqual(
            Object.fromEntries(Object.entries(expectedFrom(happened)).filter(isKept)),
          )
          const totals = await readTotals(generation)
          expect(totals.stored).toEqual(totals.added)
          const rebuilt = await createFed(from, [1_000])
          expect(await readTablesOf(database, rebuilt)).toEqual(await readTablesOf(database, generation))
        },
      ),
      { numRuns: 15 },
    )
  })

  it('count each booking in the city of its address, also after the address was erased', async () => {
    const [pune, elsewhere] = [randomUUID(), randomUUID()]
    for (const [id, city] of [
      [pune, ' pune '],
      [elsewhere, 'Nagpur'],
    ]) {
      await database.asOwner(
        'insert into booking_details (booking_id, customer_id, address) values ($1, $2, $3)',
        [id, randomUUID(), JSON.stringify({ city })],
      )
    }
    const from = await headOf(database)
    await append(
      [pune, elsewhere].map((id) => ({
        id,
        event: { type: 'BookingPlaced', data: { ...detailsOf(id), total: 79_850, final: 69_850 } },
        at: new Date(start),
      })),
    )
    const cities = async () => {
      const kept = await readStatistics(await createFed(from, [1_000]))
      return Object.entries(kept).filter(([name]) => name.startsWith('city'))
    }
    const counted = [
      ['city Pune 2026-01-30', [1, 0]],
      ['city Other 2026-01-30', [1, 0]],
    ]
    expect(await cities()).toEqual(expect.arrayContaining(counted))
    await database.asOwner('update booking_details set address = null where booking_id = $1', [pune])
    expect(await cities()).toEqual(expect.arrayContaining(counted))
  })

  it('delete days that are no longer shown, for every batch size', async () => {
    const [old, late] = [randomUUID(), randomUUID()]
    const event = (id: string): BookingEvent => ({
      type: 'BookingPlaced',
      data: { ...detailsOf(id), total: 79_850, final: 69_850 },
    })
    const from = await headOf(database)
    await append([
      { id: old, event: event(old), at: new Date(start) },
      { id: late, event: event(late), at: new Date(start + 100 * 24 * hour) },
      {
        id: old,
        event: { type: 'BookingCancelled', data: { reason: 'duplicate' } },
        at: new Date(start + 100 * 24 * hour),
      },
    ])
    const inOne = await readStatistics(await createFed(from, [1_000]))
    expect(Object.keys(inOne).toSorted()).toEqual([
      'cancelled duplicate 2026-05-10',
      'city Other 2026-05-10',
      'placed  2026-05-10',
      'slot scheduled 08 2026-05-10',
    ])
    expect(await readStatistics(await createFed(from, [1]))).toEqual(inOne)
  })
})
