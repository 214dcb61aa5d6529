import type { AnalyticsView } from '@jaanch/contracts/http/analytics'
import { toRupees } from '@jaanch/contracts/money'
import { cancellationReasons, cities, timeSlots } from '@jaanch/contracts/vocabulary'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { readTable } from '../../reads/read-tables.ts'

/** The statistics of a generation from one IST date to another, both included. */
export type StatisticsPeriod = { generation: number; firstDay: string; lastDay: string }

const dayRow = z.object({ date: z.string(), bookings: z.number(), revenue: z.number() })
const sumRow = z.object({ metric: z.string(), key: z.string(), n: z.number() })
type Sums = Pick<AnalyticsView, 'funnel' | 'slots' | 'cancellations' | 'cities'>

/** Each day of the period, also days without bookings. */
export async function readDays(
  db: CommonQueryMethods,
  period: StatisticsPeriod,
): Promise<AnalyticsView['days']> {
  const statistics = readTable(period, 'statistics')
  const rows = await db.any(sql.type(dayRow)`
    select d::date as date, coalesce(placed.n, 0) as bookings, coalesce(completed.amount, 0) as revenue
      from generate_series(${period.firstDay}::date, ${period.lastDay}::date, interval '1 day') d
      left join ${statistics} placed on placed.metric = 'placed' and placed.key = '' and placed.day = d::date
      left join ${statistics} completed
        on completed.metric = 'completed' and completed.key = '' and completed.day = d::date
     order by d`)
  return rows.map((row) => ({ ...row, revenue: toRupees(row.revenue) }))
}

/** The sums over the period of all metrics that have few keys. */
export async function readSums(db: CommonQueryMethods, period: StatisticsPeriod): Promise<Sums> {
  const rows = await db.any(sql.type(sumRow)`
    select metric, key, sum(n) as n from ${readTable(period, 'statistics')}
     where metric in ('placed', 'reached', 'slot', 'cancelled', 'city')
       and day between ${period.firstDay}::date and ${period.lastDay}::date
     group by metric, key`)
  const sums = new Map(rows.map((row) => [`${row.metric} ${row.key}`, row.n]))
  const sum = (metric: string, key: string) => sums.get(`${metric} ${key}`) ?? 0

  return {
    funnel: {
      placed: sum('placed', ''),
      confirmed: sum('reached', 'confirmed'),
      'sample-collection': sum('reached', 'sample-collection'),
      'lab-processing': sum('reached', 'lab-processing'),
      completed: sum('reached', 'completed'),
      cancelled: sum('reached', 'cancelled'),
    },
    slots: slotsOf(sum),
    cancellations: cancellationReasons
      .map((reason) => ({ reason, bookings: sum('cancelled', reason) }))
      .filter(({ bookings }) => bookings > 0)
      .sort((one, other) => other.bookings - one.bookings),
    cities: [...cities, 'Other' as const]
      .map((city) => ({ city, bookings: sum('city', city) }))
      .filter(({ bookings }) => bookings > 0)
      .sort((one, other) => other.bookings - one.bookings),
  }
}

const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour)

function slotsOf(sum: (metric: string, key: string) => number): AnalyticsView['slots'] {
  const bySlot = Map.groupBy(hoursOfDay, slotAt)
  return ([...timeSlots, 'other'] as const).map((slot) => {
    const hours = (bySlot.get(slot) ?? []).map((hour) => String(hour).padStart(2, '0'))
    const sumOf = (kind: string) => hours.reduce((total, hour) => total + sum('slot', `${kind} ${hour}`), 0)
    return { slot, scheduled: sumOf('scheduled'), instant: sumOf('instant') }
  })
}

/** @param hour of the day in IST */
function slotAt(hour: number): AnalyticsView['slots'][number]['slot'] {
  return (
    timeSlots.find((slot) => Number(slot.slice(0, 2)) <= hour && hour < Number(slot.slice(6, 8))) ?? 'other'
  )
}
