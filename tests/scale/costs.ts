import measuredFile from './measured.json' with { type: 'json' }

/** What tests/scale/measured.json says, by `npm run size:measure`. */
export type Measured = typeof measuredFile
export const measured: Measured = measuredFile

const parts = ['api', 'workers', 'projector', 'postgres', 'redis'] as const
export type Part = (typeof parts)[number]
export type Cpu = Record<Part, number>

/** What bookings cost, made of the measurement. CPU in ms, sizes in bytes; `each` is: for each booking. */
export type Costs = {
  /** CPU a second at `rate` bookings a second with all that follows from them, without reads and reports */
  cpu(part: Part, rate: number): number
  /** For each read, each sign-in, and each report whose PDF a worker draws from values */
  read: Cpu
  signIn: Cpu
  report: Cpu
  /**
   * For each event, of the projector and of the tail of an API process when they work in full batches; and of Postgres for a tail. Two
   * events of a booking were in a batch when that was measured, and a row that two events changed is written and read once: so each
   * row counts as one event
   */
  bulk: { projector: number; tail: number; tailPostgres: number }
  /** CPU of an API process for each message to a socket */
  message: number
  eventsEach: number
  walEach: number
  /** What stays for ever, each, without the files of reports */
  keptEach: { log: number; readTables: number; details: number }
  /** What is deleted after days or months, each */
  temporaryEach: number
  /** The tables of a report with its PDF, as we draw it */
  reportBytes: number
  /** Read and written by the API's sockets, each, without reads; for each read */
  trafficEach: number
  trafficRead: number
}

type Step = Measured['steps'][number]

/** Share of the simulated bookings that are completed, and so get a report: see tests/simulate/simulate-booking.ts */
const completedShare = 0.8

export function costsOf({ idle, steps, reads, sockets, bulk }: Measured): Costs {
  const plain = steps.filter(({ reports }) => !reports).toSorted((a, b) => a.rate - b.rate)
  const reported = steps.filter(({ reports }) => reports)
  const each = (pick: (step: Step) => number, of: readonly Step[]) =>
    of.reduce((sum, step) => sum + pick(step), 0) / of.reduce((sum, { bookings }) => sum + bookings, 0)
  const pairs = reported.flatMap((step) => {
    const without = plain.find(({ rate }) => rate === step.rate)
    return without ? [{ step, without }] : []
  })
  const more = (pick: (step: Step) => number) =>
    Math.max(
      0,
      each(
        pick,
        pairs.map(({ step }) => step),
      ) -
        each(
          pick,
          pairs.map(({ without }) => without),
        ),
    ) / completedShare

  const idlePerSecond = (part: Part) => idle.cpu[part] / idle.seconds
  const beyondIdle = (part: Part, ms: number, seconds: number) =>
    Math.max(0, ms - idlePerSecond(part) * seconds)
  const withoutIdle = (used: { cpu: Cpu; seconds: number; times: number }): Cpu =>
    byPart((part) => beyondIdle(part, used.cpu[part], used.seconds) / used.times)
  const curve = (part: Part) => [
    { rate: 0, cpu: idlePerSecond(part) },
    ...plain.map(({ bookings, seconds, used }) => ({
      rate: bookings / seconds,
      cpu: used.cpu[part] / seconds,
    })),
  ]

  return {
    cpu: (part, rate) => interpolate(curve(part), rate),
    read: withoutIdle(reads.read),
    signIn: withoutIdle(reads.signIn),
    report: byPart((part) => more(({ used }) => used.cpu[part])),
    bulk: {
      projector: beyondIdle('projector', bulk.projector.process, bulk.projector.seconds) / bulk.bookings,
      tail: beyondIdle('api', bulk.tail.process, bulk.tail.seconds) / bulk.bookings,
      tailPostgres: beyondIdle('postgres', bulk.tail.postgres, bulk.tail.seconds) / bulk.bookings,
    },
    message: Math.max(0, sockets.with.api - sockets.without.api) / sockets.messages,
    eventsEach: each(({ used }) => used.events, reported),
    walEach: each(({ used }) => used.wal.bytes, plain),
    keptEach: {
      log: each(({ used }) => used.disk.log, steps),
      readTables: each(({ used }) => used.disk.readTables, steps),
      details: each(({ used }) => used.disk.details, steps),
    },
    temporaryEach: each(({ used }) => used.disk.temporary, steps),
    reportBytes: each(({ used }) => used.disk.files, reported) / completedShare,
    trafficEach: each(({ used }) => used.traffic.api, plain),
    trafficRead: reads.read.traffic.api / reads.read.times,
  }
}

/** Straight lines between the points, and beyond the last one the line of the last two: what one more booking costs there. */
export function interpolate(points: readonly { rate: number; cpu: number }[], rate: number): number {
  const after = Math.max(
    1,
    points.findIndex((point) => rate <= point.rate),
  )
  const index = rate > (points.at(-1)?.rate ?? 0) ? points.length - 1 : after
  const [from, to] = [points[index - 1], points[index]]
  if (!from || !to) throw new Error('Two points at least')
  return from.cpu + ((to.cpu - from.cpu) * (rate - from.rate)) / (to.rate - from.rate)
}

export function byPart(of: (part: Part) => number): Cpu {
  return Object.fromEntries(parts.map((part) => [part, of(part)])) as Cpu
}
