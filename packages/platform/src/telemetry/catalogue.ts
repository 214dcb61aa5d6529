/**
 * Every metric of Jaanch, by its name in Prometheus. Dashboards and alerts use these names and labels: a change here is a change
 * there. No label holds an id, a name or a path with ids, so the number of series is bounded.
 *
 * counter, histogram: counted where it happens. gauge, total: read when the metrics are collected; a total only grows.
 */
export type Metric = {
  kind: 'counter' | 'histogram' | 'gauge' | 'total'
  description: string
  labels?: readonly string[]
  /** Upper bounds of a histogram's buckets */
  buckets?: readonly number[]
}

/** Seconds; 1 is the bound of the objectives */
const short = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const long = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 3_600]
const sizes = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000]
const minute = 60
const hour = 60 * minute
const day = 24 * hour
const steps = [
  ...[minute, 5 * minute, 15 * minute, 30 * minute],
  ...[hour, 2 * hour, 4 * hour, 8 * hour],
  ...[day, 2 * day, 4 * day, 7 * day],
]

export const catalogue = {
  jaanch_build_info: {
    kind: 'gauge',
    description: 'Always 1: which version of which service runs, from which commit',
    labels: ['version', 'commit', 'service'],
  },

  // requests
  jaanch_http_request_duration_seconds: {
    kind: 'histogram',
    description: 'From the arrival of a request to the end of its answer; route is the pattern',
    labels: ['method', 'route', 'status'],
    buckets: short,
  },
  jaanch_request_lines_lost_total: {
    kind: 'counter',
    description:
      'Requests whose line for ACCESS_LOG was dropped: the disk is full or slow, or the day has too many',
  },

  // the log
  jaanch_append_duration_seconds: {
    kind: 'histogram',
    description: 'From the call of an append to its answer by the log',
    buckets: short,
  },
  jaanch_append_batch_events: {
    kind: 'histogram',
    description: 'Events that one statement appended',
    buckets: sizes,
  },
  jaanch_appended_events_total: {
    kind: 'counter',
    description: 'Events that this process appended',
    labels: ['type'],
  },
  jaanch_log_head: { kind: 'gauge', description: 'Position of the last event' },

  // the readers of the log
  jaanch_relay_lag_events: {
    kind: 'gauge',
    description: 'Events that the relay has yet to look at for a consumer',
    labels: ['consumer'],
  },
  jaanch_relay_lag_seconds: {
    kind: 'gauge',
    description: 'Age of the first of them; 0 if there is none',
    labels: ['consumer'],
  },
  jaanch_projector_lag_events: {
    kind: 'gauge',
    description: 'Events that the live read tables of a model version lack',
    labels: ['model_version'],
  },
  jaanch_projector_lag_seconds: {
    kind: 'gauge',
    description: 'Age of the first of them; 0 if there is none',
    labels: ['model_version'],
  },
  jaanch_projected_events_total: {
    kind: 'counter',
    description: 'Events that were applied to live read tables',
  },
  jaanch_visible_delay_seconds: {
    kind: 'histogram',
    description: 'From the append of an event to the commit of the read tables that contain it',
    buckets: short,
  },
  jaanch_tail_lag_events: {
    kind: 'gauge',
    description: 'Events in the read tables whose changes this process has yet to push',
  },
  jaanch_tail_lag_seconds: {
    kind: 'gauge',
    description:
      'Time since the last pass of the tail that succeeded, if it lags or has not passed for 5 s; otherwise 0',
  },
  jaanch_push_delay_seconds: {
    kind: 'histogram',
    description: 'From the append of an event to the push of its change to the sockets of this process',
    buckets: short,
  },
  jaanch_pushed_messages_total: {
    kind: 'counter',
    description: 'Changes that were pushed, each to all sockets that may see it',
    labels: ['kind'],
  },
  jaanch_sockets: { kind: 'gauge', description: 'Open connections of the gateway' },
  jaanch_socket_rooms: {
    kind: 'gauge',
    description: 'Rooms of the gateway: persons, labs, admins, and one per socket',
  },

  // work
  jaanch_work_rows: {
    kind: 'gauge',
    description: 'Work rows: waiting, leased, failing, dead; counted up to 10,000',
    labels: ['consumer', 'state'],
  },
  jaanch_work_oldest_seconds: {
    kind: 'gauge',
    description: 'Age of the oldest work row that is not dead; 0 if there is none',
    labels: ['consumer'],
  },
  jaanch_work_duration_seconds: {
    kind: 'histogram',
    description: 'From the lease of a work row to the end of its handler; outcome is done or failed',
    labels: ['consumer', 'outcome'],
    buckets: short,
  },
  jaanch_dead_letters: {
    kind: 'gauge',
    description: 'Open dead letters of work, of a channel, or of timers; counted up to 10,000',
    labels: ['consumer'],
  },

  // messages
  jaanch_deliveries_total: {
    kind: 'counter',
    description: 'Attempts to deliver a message: sent, skipped, expired or failed',
    labels: ['channel', 'outcome'],
  },
  jaanch_delivery_delay_seconds: {
    kind: 'histogram',
    description: 'From the append of an event to the message about it that was sent',
    labels: ['channel'],
    buckets: long,
  },
  jaanch_sms_used_ratio: {
    kind: 'gauge',
    description: 'SMS that the gateway got today (in India), of those that SMS_PER_DAY allows: 1 is all',
  },
  jaanch_messages: {
    kind: 'gauge',
    description: 'Messages that are not settled: waiting, failing, dead; counted up to 10,000',
    labels: ['channel', 'state'],
  },

  jaanch_messages_waiting: {
    kind: 'gauge',
    description:
      'Messages that nobody may send: reason is no_provider (no worker has one for the channel) or paused (by an operator); counted up to 10,000',
    labels: ['channel', 'reason'],
  },

  // the process
  jaanch_gate_filled_ratio: {
    kind: 'gauge',
    description: 'How full a gate is, from 0 to 1; of one that counts by caller, that of the fullest caller',
    labels: ['gate'],
  },
  jaanch_gate_waiting: {
    kind: 'gauge',
    description: 'Calls that wait for room in a gate',
    labels: ['gate'],
  },
  jaanch_pool_connections: {
    kind: 'gauge',
    description: 'Connections to Postgres: used and idle, and callers that are waiting for one',
    labels: ['pool', 'state'],
  },
  jaanch_event_loop_delay_p99_seconds: {
    kind: 'gauge',
    description: 'p99 of the delay of the event loop since the metrics were last collected',
  },
  jaanch_process_resident_bytes: { kind: 'gauge', description: 'Memory of the process' },
  jaanch_process_memory_limit_bytes: {
    kind: 'gauge',
    description:
      'Memory that the process may have: the limit of its cgroup (unit, container, pod), or the memory of the machine',
  },
  jaanch_process_heap_bytes: { kind: 'gauge', description: 'Used heap of V8' },
  jaanch_process_cpu_seconds_total: {
    kind: 'total',
    description: 'CPU time of the process, user and system',
  },

  // replays and verifies
  jaanch_runs_total: {
    kind: 'total',
    description: 'Replays and verifies that ended, of those that are kept',
    labels: ['kind', 'result'],
  },
  jaanch_run_progress_ratio: {
    kind: 'gauge',
    description: 'How far a run is, from 0 to 1; 0 if none of its kind runs',
    labels: ['kind'],
  },
  jaanch_verify_different_rows: {
    kind: 'gauge',
    description: 'Rows of the read tables that the last verify found to be different',
  },

  // business
  jaanch_bookings_total: {
    kind: 'counter',
    description: 'Events of bookings, by type, as the projector applied them',
    labels: ['type'],
  },
  jaanch_booking_step_seconds: {
    kind: 'histogram',
    description: 'From the previous step of a booking to this one: assigned, confirmed, collected, completed',
    labels: ['step'],
    buckets: steps,
  },
  jaanch_late_bookings: {
    kind: 'gauge',
    description: 'Bookings that need the attention of an admin; counted up to 1,000',
    labels: ['kind'],
  },
} as const satisfies Record<`jaanch_${string}`, Metric>

type Catalogue = typeof catalogue
export type MetricName = keyof Catalogue
/** The metrics of a kind */
export type NameOf<Kind extends Metric['kind']> = {
  [Name in MetricName]: Catalogue[Name]['kind'] extends Kind ? Name : never
}[MetricName]
/** A value for each label of a metric */
export type LabelsOf<Name extends MetricName> = Catalogue[Name] extends {
  labels: readonly (infer Label extends string)[]
}
  ? Record<Label, string>
  : undefined

/** The unit of a metric, as OpenTelemetry writes it: it follows from the name */
export function unitOf(name: MetricName): string {
  if (/_seconds(_total)?$/.test(name)) return 's'
  return name.endsWith('_bytes') ? 'By' : ''
}
