import { BusyError, waitAtMost } from './deadline.ts'
import { observeGauges } from './telemetry/metrics.ts'

export type GateOptions = {
  /** Names the gate in the messages of errors */
  name: string
  /** Units that may be inside at the same time: one caller may have them all while nobody else waits */
  capacity: number
  /** Units beyond the capacity, for callers who have none: whoever has taken all of them for long keeps nobody out; default 0 */
  spare?: number
  /** Units that one caller may have; default the capacity */
  capacityPerCaller?: number
  /** How many may wait, of all callers together; default 0 */
  maxWaiting?: number
  /** The bytes that those who wait may hold in memory together; default any number */
  maxWaitingBytes?: number
  /** How long each waits at most, and never beyond its deadline, ms; default 0 */
  waitMs?: number
}

type Entering = {
  /** How much room is needed; default 1. More than the whole capacity counts as the whole capacity */
  units?: number
  /** Memory that is held while it waits; default 0 */
  bytes?: number
  /** Called if it has to wait, with what takes it out of the queue: nobody wants the room any more */
  onWait?: (giveUp: () => void) => void
}

/**
 * Bounds how much is done at the same time, and divides it fairly (max-min fairness): free room goes to the waiting caller who has the
 * least, and of several to the one who was served the longest ago; the calls of one caller are served in their order. Without names of
 * callers all calls are those of one.
 */
export type Gate = {
  /**
   * Waits for room.
   * @returns gives the room back; has no effect the second time
   * @throws BusyError if none became free in time, if it gave up, or if too many wait: then the caller who has the most waiting loses
   * its last one, so that a newcomer finds room as long as anybody has several. Of callers with equally many, the newest call is lost
   */
  enter(caller?: string, entering?: Entering): Promise<() => void>
  /** Enters, does `work` and leaves. @throws BusyError, and what `work` throws */
  run<Result>(work: () => Promise<Result>, caller?: string): Promise<Result>
  /** How many wait */
  waiting(): number
}

type Waiting = {
  caller: Caller
  units: number
  bytes: number
  admit: () => void
  refuse: (reason: string) => void
}

type Caller = {
  /** Units that it has */
  inside: number
  waiting: Set<Waiting>
  /** Memory held by all that wait, bytes */
  bytes: number
}

/** A gate lives as long as its process: how full it is is a metric. */
export function createGate(options: GateOptions): Gate {
  const { name, capacity, spare = 0, capacityPerCaller = capacity, maxWaiting = 0, waitMs = 0 } = options
  const { maxWaitingBytes = Number.POSITIVE_INFINITY } = options
  /** Those who have room or wait; who was served last is the last one */
  const callers = new Map<string, Caller>()
  /** All that wait, in the order in which they came */
  const queue = new Set<Waiting>()
  let used = 0
  let waitingBytes = 0
  observeGauges((observe) => {
    const fullest = Math.max(0, ...Array.from(callers.values(), ({ inside }) => inside / capacityPerCaller))
    observe('jaanch_gate_filled_ratio', Math.min(1, Math.max(used / capacity, fullest)), { gate: name })
    observe('jaanch_gate_waiting', queue.size, { gate: name })
  })

  const mayEnter = ({ inside }: Caller, units: number) =>
    used + units <= capacity + (inside === 0 ? spare : 0)

  /** @returns the one to be served next among those who wait and may have more */
  function findNext(): [Caller, Waiting] | undefined {
    let next: [Caller, Waiting] | undefined
    for (const caller of callers.values()) {
      const [first] = caller.waiting
      if (!first || caller.inside + first.units > capacityPerCaller) continue
      if (next === undefined || caller.inside < next[0].inside) next = [caller, first]
    }
    return next
  }

  /** Nobody is overtaken: what does not fit keeps out what is to be served after it. */
  function admitNext(): void {
    while (queue.size > 0) {
      const [caller, first] = findNext() ?? []
      if (!caller || !first || !mayEnter(caller, first.units)) return
      first.admit()
    }
  }

  function add(waiting: Waiting): void {
    const { caller } = waiting
    queue.add(waiting)
    caller.waiting.add(waiting)
    caller.bytes += waiting.bytes
    waitingBytes += waiting.bytes
  }

  /** @returns whether it waited still */
  function remove(waiting: Waiting): boolean {
    const { caller } = waiting
    if (!queue.delete(waiting)) return false
    caller.waiting.delete(waiting)
    caller.bytes -= waiting.bytes
    waitingBytes -= waiting.bytes
    return true
  }

  function forgetIfIdle(key: string, { inside, waiting }: Caller): void {
    if (inside === 0 && waiting.size === 0) callers.delete(key)
  }

  function occupy(key: string, caller: Caller, units: number): () => void {
    // it becomes the one that was served last
    callers.delete(key)
    callers.set(key, caller)
    caller.inside += units
    used += units
    let isInside = true
    return () => {
      if (!isInside) return
      isInside = false
      caller.inside -= units
      used -= units
      forgetIfIdle(key, caller)
      admitNext()
    }
  }

  /** Makes those who have the most waiting lose, until the bounds are kept. */
  function keepBounds(): void {
    for (;;) {
      const measure = queue.size > maxWaiting ? countOf : waitingBytes > maxWaitingBytes ? bytesOf : undefined
      if (!measure) return
      let last: Waiting | undefined
      for (const waiting of queue) {
        if (last === undefined || measure(waiting.caller) >= measure(last.caller)) last = waiting
      }
      last?.refuse(`${queue.size} are waiting`)
    }
  }

  async function enter(
    key = '',
    { units: wanted = 1, bytes = 0, onWait }: Entering = {},
  ): Promise<() => void> {
    const units = Math.min(wanted, capacity, capacityPerCaller)
    const caller = callers.get(key) ?? { inside: 0, waiting: new Set(), bytes: 0 }
    callers.set(key, caller)
    const { promise, resolve, reject } = Promise.withResolvers<() => void>()
    let timer: NodeJS.Timeout | undefined
    const waiting: Waiting = {
      caller,
      units,
      bytes,
      admit() {
        clearTimeout(timer)
        remove(waiting)
        resolve(occupy(key, caller, units))
      },
      refuse(reason) {
        if (!remove(waiting)) return
        clearTimeout(timer)
        forgetIfIdle(key, caller)
        reject(new BusyError(`${name}: ${reason}`))
        // it may have been too large for the room that the ones behind it fit into
        admitNext()
      },
    }
    add(waiting)
    admitNext()
    if (queue.has(waiting)) {
      const ms = waitAtMost(waitMs)
      timer = setTimeout(() => waiting.refuse(`no room within ${Math.round(ms)} ms`), ms)
      keepBounds()
      onWait?.(() => waiting.refuse('nobody waits any more'))
    }
    return promise
  }

  return {
    enter,
    waiting: () => queue.size,
    async run(work, caller) {
      const leave = await enter(caller)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

const countOf = ({ waiting }: Caller) => waiting.size
const bytesOf = ({ bytes }: Caller) => bytes
