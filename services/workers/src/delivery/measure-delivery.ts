import { channels } from '@jaanch/contracts/notification-kinds'
import { type Origin, readOrigins } from '@jaanch/eventlog/origins'
import { batchCalls } from '@jaanch/platform/batch-calls'
import { count, isMeasuring, record } from '@jaanch/platform/telemetry/metrics'
import { isTracing, recordSpan } from '@jaanch/platform/telemetry/traces'
import type pg from 'pg'
import type { OutboxMessage } from './outbox-messages.ts'

const outcomes = ['sent', 'skipped', 'failed'] as const
type Outcome = (typeof outcomes)[number]

/** Measures one attempt that ended just now. @param startedAt instant of `performance.now()` */
type MeasureDelivery = (message: OutboxMessage, outcome: Outcome, startedAt: number) => void

/** A message names its event by the position: when that was appended is looked up, and nobody waits for it. */
export function createMeasureDelivery(pool: pg.Pool): MeasureDelivery {
  const originOf = batchCalls(async (positions: readonly number[]): Promise<(Origin | Error)[]> => {
    const origins = await readOrigins(pool, positions)
    return positions.map((position) => origins.get(position) ?? new Error('No such event'))
  })

  // from the beginning, or a rate would miss the first ones
  for (const channel of channels)
    for (const outcome of outcomes) count('jaanch_deliveries_total', 0, { channel, outcome })

  return ({ channel, about }, outcome, startedAt) => {
    count('jaanch_deliveries_total', 1, { channel, outcome })
    if (!about || !(isMeasuring() || isTracing())) return
    const [endedAt, at] = [performance.now(), Date.now()]
    originOf(about.position).then(
      (origin) => {
        const delay = Math.max(0, at - origin.at.getTime()) / 1_000
        if (outcome === 'sent') record('jaanch_delivery_delay_seconds', delay, { channel })
        const span = { name: `deliver ${channel}`, startedAt, endedAt, hasFailed: outcome === 'failed' }
        recordSpan(origin.correlationId, { ...span, attributes: { outcome, position: about.position } })
      },
      () => {},
    )
  }
}
