import { parseQualityKey, tubeMetrics } from '@jaanch/collection/tube-metrics'
import { AppError } from '@jaanch/contracts/errors'
import { rejectionReasons } from '@jaanch/contracts/vocabulary'
import { serveRead } from '@jaanch/platform/http/served'
import { passBarrier, readTable } from '@jaanch/platform/reads/read-tables'
import type { ReadQueries } from '@jaanch/platform/reads/replicas'
import { sql } from 'slonik'
import { z } from 'zod'
import { type Quality, type QualityRow, qualityCalls } from './api.ts'

const sumRow = z.object({ metric: z.enum(tubeMetrics), key: z.string(), n: z.number(), amount: z.number() })
type SumRow = z.output<typeof sumRow>
const nameRow = z.object({ id: z.uuid(), name: z.string() })

const mostRows = 200

export const getQuality = serveRead(
  qualityCalls.getQuality,
  async ({ query: { days, lab }, caller, reply }, { barrier, replicas }) => {
    if (lab && caller.role !== 'admin')
      throw new AppError('malformed', 'Only an admin can ask for the quality of a lab.')
    const view = await passBarrier({ barrier, replicas }, reply)
    const labPartnerId = caller.role === 'admin' ? (lab ?? null) : caller.labPartnerId
    // an account of a lab without a lab sees nothing
    if (labPartnerId === null && caller.role !== 'admin') throw new AppError('not-found')
    return readQuality(view.reads, view, { labPartnerId, days })
  },
)

/**
 * @param labPartnerId a lab, whose collectors have a row each; null: all labs have a row each
 * @param days how many, the last is today in India
 */
async function readQuality(
  db: ReadQueries,
  view: { generation: number },
  { labPartnerId, days }: { labPartnerId: string | null; days: number },
): Promise<{ rows: QualityRow[]; total: Quality }> {
  // '0' follows '/': a range of the primary key for each metric
  const ofLab = labPartnerId
    ? sql.fragment`s.key > ${`${labPartnerId}/`} and s.key < ${`${labPartnerId}0`}`
    : sql.fragment`true`
  const sums = await db.any(sql.type(sumRow)`
    select s.metric, s.key, sum(s.n)::int as n, sum(s.amount)::float8 as amount
      from ${readTable(view, 'statistics')} s
     where s.metric = any(${sql.array([...tubeMetrics], 'text')}) and ${ofLab}
       and s.day > (clock_timestamp() at time zone 'Asia/Kolkata')::date - ${days}::integer
     group by s.metric, s.key`)
  const groups = Map.groupBy(sums, ({ key }) => {
    const of = parseQualityKey(key)
    return labPartnerId ? of.collectorId : of.labPartnerId
  })
  const rows = [...groups].map(([id, rows]) => ({ id: id || null, name: null, ...qualityOf(rows) }))
  const most = rows.toSorted((a, b) => b.drawn - a.drawn || b.rejected - a.rejected).slice(0, mostRows)
  const ids = sql.array(
    most.flatMap(({ id }) => id ?? []),
    'uuid',
  )
  const names = await db.any(
    labPartnerId
      ? sql.type(nameRow)`select id, name from users where id = any(${ids})`
      : sql.type(nameRow)`select id, lab_name as name from lab_partners where id = any(${ids})`,
  )
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  return {
    rows: most.map((row) => ({ ...row, name: (row.id && nameOf.get(row.id)) ?? null })),
    total: qualityOf(sums),
  }
}

function qualityOf(rows: readonly SumRow[]): Quality {
  const of = (metric: SumRow['metric']) => rows.filter((row) => row.metric === metric)
  const sumOf = (some: readonly SumRow[], column: 'n' | 'amount' = 'n') =>
    some.reduce((sum, row) => sum + row[column], 0)
  const count = (metric: SumRow['metric']) => sumOf(of(metric))
  const received = count('tubes-received')
  const rejections = Map.groupBy(of('tubes-rejected'), ({ key }) => parseQualityKey(key).reason)
  const rejectedFor = rejectionReasons
    .map((reason) => [reason, sumOf(rejections.get(reason) ?? [])] as const)
    .filter(([, n]) => n > 0)
  return {
    drawn: count('tubes-drawn'),
    received,
    inTime: count('tubes-in-time'),
    secondsToReceipt: received > 0 ? Math.round(sumOf(of('tubes-received'), 'amount') / received) : null,
    accepted: count('tubes-accepted'),
    rejected: count('tubes-rejected'),
    rejectedFor: Object.fromEntries(rejectedFor),
    identified: count('persons-identified'),
    mismatched: count('persons-mismatched'),
  }
}
