import { attentions } from '@jaanch/booking/list/tabs'
import { countAttention } from '@jaanch/insight/dashboard/dashboard'
import { channels } from '@jaanch/messages/message'
import {
  type Backlog,
  type Lags,
  readBacklog,
  readLags,
  readSmsOfToday,
} from '@jaanch/operations/now/read-gauges'
import { type RunTotals, readRunTotals } from '@jaanch/operations/runs/runs'
import { consumers } from '@jaanch/operations/work/declared'
import { inSnapshot } from '@jaanch/platform/reads/read-tables'
import { atMostEvery, type Observe, observeGauges } from '@jaanch/platform/telemetry/metrics'
import type pg from 'pg'
import type { DatabasePool } from 'slonik'
import type { PushHealth } from './gateway/push-health.ts'

const lagsEveryMs = 5_000
const countsEveryMs = 30_000

type Source = {
  pushDb: DatabasePool
  operationsDb: pg.Pool
  modelVersion: number
  pushHealth: PushHealth
  smsPerDay: number
  now: () => Date
}

/**
 * Observes the whole database; each API process does, so dashboards take the maximum. Nothing is read while nobody collects.
 * @returns ends it
 */
export function observeDatabase({
  operationsDb,
  pushDb,
  modelVersion,
  pushHealth,
  smsPerDay,
  now,
}: Source): () => void {
  const stops = [
    observeGauges(atMostEvery(lagsEveryMs, () => readLags(operationsDb), observeLags)),
    observeGauges(atMostEvery(lagsEveryMs, () => readBacklog(operationsDb), observeBacklog)),
    observeGauges(
      atMostEvery(
        countsEveryMs,
        () =>
          inSnapshot({ db: pushDb, modelVersion }, (tx, { generation }) =>
            countAttention(tx, { generation, now: now() }),
          ),
        (late, observe) => {
          for (const kind of attentions) observe('jaanch_late_bookings', late[kind], { kind })
        },
      ),
    ),
    observeGauges((observe) => observeTail(pushHealth.details(), observe)),
    observeGauges(atMostEvery(lagsEveryMs, () => readRunTotals(operationsDb), observeRuns)),
    observeGauges(
      atMostEvery(
        countsEveryMs,
        () => readSmsOfToday(operationsDb),
        (sent, observe) => observe('jaanch_sms_used_ratio', sent / smsPerDay),
      ),
    ),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function observeLags({ head, relay, projector }: Lags, observe: Observe): void {
  observe('jaanch_log_head', head)
  for (const { name: consumer, events, seconds } of relay) {
    observe('jaanch_relay_lag_events', events, { consumer })
    observe('jaanch_relay_lag_seconds', seconds, { consumer })
  }
  for (const { name, events, seconds } of projector) {
    observe('jaanch_projector_lag_events', events, { model_version: name })
    observe('jaanch_projector_lag_seconds', seconds, { model_version: name })
  }
}

function observeBacklog({ work, messages, held, deadLetters }: Backlog, observe: Observe): void {
  const deadOf = (consumer: string) => deadLetters.get(consumer) ?? 0
  for (const { consumer, oldest, waiting, failing, leased } of work) {
    const states = { waiting, leased, failing, dead: deadOf(consumer) }
    for (const [state, n] of Object.entries(states)) observe('jaanch_work_rows', n, { consumer, state })
    observe('jaanch_work_oldest_seconds', oldest, { consumer })
  }
  for (const { channel, waiting, failing } of messages) {
    const states = { waiting, failing, dead: deadOf(channel) }
    for (const [state, n] of Object.entries(states)) observe('jaanch_messages', n, { channel, state })
  }
  for (const { channel, reason, n } of held) observe('jaanch_messages_waiting', n, { channel, reason })
  // those without a letter too: an alert can tell 0 from nothing
  const names = [...consumers.map(({ name }) => name), ...channels, 'timers', ...deadLetters.keys()]
  for (const consumer of new Set(names)) observe('jaanch_dead_letters', deadOf(consumer), { consumer })
}

/** A pass that succeeds follows at least each second. */
const silentAfterMs = 5_000

function observeTail({ lag = 0, silentMs }: ReturnType<PushHealth['details']>, observe: Observe): void {
  observe('jaanch_tail_lag_events', lag)
  observe('jaanch_tail_lag_seconds', lag > 0 || silentMs > silentAfterMs ? silentMs / 1_000 : 0)
}

const runKinds = ['replay', 'verify']

/** Reports the runs; 0 for kinds that do not run, so that a finished run does not seem to stand still. */
function observeRuns({ ended, running, lastVerify }: RunTotals, observe: Observe): void {
  for (const { kind, result, n } of ended) observe('jaanch_runs_total', n, { kind, result })
  const ratios = new Map([
    ...runKinds.map((kind) => [kind, 0] as const),
    ...running.map((run) => [run.kind, run.ratio] as const),
  ])
  for (const [kind, ratio] of ratios) observe('jaanch_run_progress_ratio', ratio, { kind })
  if (lastVerify) observe('jaanch_verify_different_rows', lastVerify.different)
}
