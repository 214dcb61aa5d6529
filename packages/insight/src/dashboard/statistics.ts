import { analyticsDays } from '@jaanch/contracts/kept-for'
import { toRupees } from '@jaanch/contracts/money'
import { type Histogram, percentile } from '@jaanch/contracts/turnaround'
import { cancellationReasons, cities, type PaymentMethod, timeSlots } from '@jaanch/contracts/vocabulary'
import { readTable } from '@jaanch/platform/reads/read-tables'
import { type FragmentSqlToken, sql } from 'slonik'
import { type AnalyticsView, maxRankedItems } from './api.ts'

/** The statistics of a generation from one IST date to another, both included. */
export type StatisticsPeriod = { generation: number; firstDay: string; lastDay: string }

/** The columns of `selectStatistics`. Amounts in paise */
export type Statistics = {
  days: { date: string; bookings: number; revenue: number }[]
  /** Payments of the last day, by method */
  taken: { method: PaymentMethod; amount: number }[]
  /** Sums of the metrics that have few keys */
  sums: { metric: string; key: string; n: number }[]
  packages: { packageId: string; name: string; bookings: number; revenue: number }[]
  otherPackages: { bookings: number; revenue: number }
  labs: { labPartnerId: string; labName: string; completed: number; histogram: Histogram }[]
}

/**
 * SQL: the statistics of a period of `analyticsDays`, as JSON. The projector keeps the sums over so many days up to the last one on
 * which a booking was placed. That is today, except for the first minutes of a day: then the days between the beginnings of both
 * periods are looked up, and taken away from the sums or, if the projector is a day ahead, added.
 */
export function selectStatistics(period: StatisticsPeriod): FragmentSqlToken {
  const { firstDay, lastDay } = period
  const [statistics, turnarounds] = [readTable(period, 'statistics'), readTable(period, 'turnarounds')]
  const apart = sql.fragment`day >= apart.since and day < apart.upto`
  return sql.fragment`
    with summed as (
      select max(day) - ${analyticsDays - 1}::integer as since from ${statistics} where metric = 'placed' and key = ''
    ), apart as (
      select least(since, ${firstDay}::date) as since, greatest(since, ${firstDay}::date) as upto,
             case when since < ${firstDay}::date then -1 else 1 end as sign
        from summed where since <> ${firstDay}::date
    ), sums as materialized (
      select metric, key, sum(n)::bigint as n, sum(amount)::bigint as amount
        from (select metric, key, n, amount from ${readTable(period, 'statistics_totals')}
               union all
              select metric, key, sign * n, sign * amount from apart, ${statistics} where ${apart}) parts
       group by metric, key
    ), packages_by_revenue as (
      select key::uuid as id, n, amount, row_number() over (order by amount desc, key) as place
        from sums where metric = 'package' and n > 0
    ), labs as (
      select key::uuid as id, n from sums where metric = 'lab' and n > 0 order by n desc, key limit ${maxRankedItems}
    )
    select (select json_agg(json_build_object('date', d::date, 'bookings', coalesce(placed.n, 0), 'revenue', coalesce(completed.amount, 0))
                            order by d)
              from generate_series(${firstDay}::date, ${lastDay}::date, interval '1 day') d
              left join ${statistics} placed on placed.metric = 'placed' and placed.key = '' and placed.day = d::date
              left join ${statistics} completed
                on completed.metric = 'completed' and completed.key = '' and completed.day = d::date) as days,
           (select coalesce(json_agg(json_build_object('method', key, 'amount', amount)), '[]') from ${statistics}
             where metric = 'taken' and day = ${lastDay}::date) as taken,
           (select coalesce(json_agg(sums), '[]') from sums
             where metric in ('placed', 'reached', 'slot', 'cancelled', 'city')) as sums,
           (select coalesce(json_agg(json_build_object('packageId', r.id, 'name', coalesce(p.name, ''), 'bookings', r.n, 'revenue', r.amount)
                                     order by r.place), '[]')
              from packages_by_revenue r left join packages p on p.id = r.id where r.place <= ${maxRankedItems}) as packages,
           (select json_build_object('bookings', coalesce(sum(n), 0), 'revenue', coalesce(sum(amount), 0))
              from packages_by_revenue where place > ${maxRankedItems}) as other_packages,
           (select coalesce(json_agg(json_build_object('labPartnerId', r.id, 'labName', coalesce(l.lab_name, ''), 'completed', r.n,
                                                       'histogram', h.histogram) order by r.n desc, r.id), '[]')
              from labs r left join lab_partners l on l.id = r.id
             cross join lateral (
               select coalesce(json_agg(b), '[]') as histogram from (
                 select bucket, sum(n) as n
                   from (select bucket, n from ${readTable(period, 'turnaround_totals')} where lab_partner_id = r.id
                          union all
                         select bucket, sign * n from apart, ${turnarounds} where lab_partner_id = r.id and ${apart}) parts
                  group by bucket) b) h) as labs`
}

export function presentStatistics({ days, taken, sums, packages, otherPackages, labs }: Statistics) {
  const inRupees = <Row extends { revenue: number }>(row: Row) => ({ ...row, revenue: toRupees(row.revenue) })
  return {
    days: days.map(inRupees),
    takenToday: takenOf(taken),
    ...presentSums(sums),
    turnaround: labs.map(({ histogram, ...lab }) => ({
      ...lab,
      medianMinutes: Math.round(percentile(histogram, 0.5)),
      p90Minutes: Math.round(percentile(histogram, 0.9)),
    })),
    packages: packages.map(inRupees),
    otherPackages: inRupees(otherPackages),
  }
}

function takenOf(rows: Statistics['taken']): AnalyticsView['takenToday'] {
  const amounts = new Map(rows.map(({ method, amount }) => [method, toRupees(amount)]))
  const amountOf = (method: PaymentMethod) => amounts.get(method) ?? 0
  return {
    'cash-on-collection': amountOf('cash-on-collection'),
    upi: amountOf('upi'),
    card: amountOf('card'),
  }
}

function presentSums(rows: Statistics['sums']) {
  const sums = new Map(rows.map((row) => [`${row.metric} ${row.key}`, row.n]))
  const sum = (metric: string, key: string) => sums.get(`${metric} ${key}`) ?? 0
  const counted = <Key extends string>(metric: string, keys: readonly Key[]) =>
    keys
      .map((key) => ({ key, bookings: sum(metric, key) }))
      .filter(({ bookings }) => bookings > 0)
      .sort((one, other) => other.bookings - one.bookings)
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
    cancellations: counted('cancelled', cancellationReasons).map(({ key: reason, bookings }) => ({
      reason,
      bookings,
    })),
    cities: counted('city', [...cities, 'Other' as const]).map(({ key: city, bookings }) => ({
      city,
      bookings,
    })),
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
