import { BusyError, waitAtMost } from './deadline.ts'
import { observeGauges } from './telemetry/metrics.ts'

export type FairGateOptions = {
  /** What the gate leads to; part of the error's message */
  name: string
  /** Places: one caller may take them all while nobody else waits */
  capacity: number
  /** Places beyond the capacity, for callers who have none: whoever has taken all of them for long keeps nobody out */
  spare: number
  /** How many may wait, of all callers together */
  maxWaiting: number
  /** The bytes that those who wait may hold in memory together */
  maxWaitingBytes: number
  /** How long each waits at most, and never beyond its deadline, ms */
  waitMs: number
}

type Entering = {
  /** Memory that is held while it waits; default 0 */
  bytes?: number
  /** Called if it has to wait, with what takes it out of the queue: nobody wants the place any more */
  onWait?: (giveUp: () => void) => void
}

/**
 * Bounds how much is done at the same time, and divides it fairly (max-min fairness): each free place goes to the waiting caller who has
 * the fewest, and of several to the one who was served the longest ago; the calls of one caller are served in their order.
 */
export type FairGate = {
  /**
   * Waits for a place.
   * @returns gives the place back; has no effect the second time
   * @throws BusyError if none became free in time, if it gave up, or if too many wait: then the caller who has the most waiting loses
   * its last one, so that a newcomer finds room as long as anybody has several
   */
  enter(caller: string, entering?: Entering): Promise<() => void>
}

type Waiting = { bytes: number; admit: () => void; refuse: (reason: string) => void }

type Caller = {
  /** Places that it has */
  inside: number
  waiting: Set<Waiting>
  /** Memory held by all of them, bytes */
  bytes: number
}

/** A gate lives as long as its process: how full it is is a metric. */
export function createFairGate(options: FairGateOptions): FairGate {
  const { name, capacity, spare, maxWaiting, maxWaitingBytes, waitMs } = options
  /** Those who have a place or wait; who was served last is the last one */
  const callers = new Map<string, Caller>()
  let used = 0
  let waitingCount = 0
  let waitingBytes = 0
  observeGauges((observe) => {
    observe('jaanch_gate_filled_ratio', Math.min(1, used / capacity), { gate: name })
    observe('jaanch_gate_waiting', waitingCount, { gate: name })
  })

  const mayEnter = ({ inside }: Caller) => used < capacity || (inside === 0 && used < capacity + spare)

  /** @returns the one to be served next among those who wait */
  function findNext(): [key: string, Caller] | undefined {
    let next: [key: string, Caller] | undefined
    for (const entry of callers) {
      if (entry[1].waiting.size === 0) continue
      if (next === undefined || entry[1].inside < next[1].inside) next = entry
    }
    return next
  }

  function admitNext(): void {
    while (waitingCount > 0) {
      const [key, caller] = findNext() as [string, Caller]
      if (!mayEnter(caller)) return
      const first = caller.waiting.values().next().value as Waiting
      remove(key, caller, first)
      // it becomes the one that was served last
      callers.delete(key)
      first.admit()
    }
  }

  function remove(key: string, caller: Caller, waiting: Waiting): void {
    if (!caller.waiting.delete(waiting)) return
    caller.bytes -= waiting.bytes
    waitingCount -= 1
    waitingBytes -= waiting.bytes
    forgetIfIdle(key, caller)
  }

  function forgetIfIdle(key: string, { inside, waiting }: Caller): void {
    if (inside === 0 && waiting.size === 0) callers.delete(key)
  }

  function occupy(key: string, caller: Caller): () => void {
    callers.set(key, caller)
    caller.inside += 1
    used += 1
    let isInside = true
    return () => {
      if (!isInside) return
      isInside = false
      caller.inside -= 1
      used -= 1
      forgetIfIdle(key, caller)
      admitNext()
    }
  }

  /** Makes those who have the most waiting lose, until the bounds are kept. */
  function keepBounds(): void {
    for (;;) {
      const measure =
        waitingCount > maxWaiting ? countOf : waitingBytes > maxWaitingBytes ? bytesOf : undefined
      if (!measure) return
      let most: Caller | undefined
      for (const caller of callers.values()) {
        if (most === undefined || measure(caller) >= measure(most)) most = caller
      }
      Array.from(most?.waiting ?? [])
        .at(-1)
        ?.refuse(`${waitingCount} are waiting`)
    }
  }

  async function enter(key: string, { bytes = 0, onWait }: Entering = {}): Promise<() => void> {
    const caller = callers.get(key) ?? { inside: 0, waiting: new Set(), bytes: 0 }
    // whoever waits may not enter, so nobody is overtaken
    if (mayEnter(caller)) return occupy(key, caller)
    const ms = waitAtMost(waitMs)
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        bytes,
        admit() {
          clearTimeout(timer)
          resolve(occupy(key, caller))
        },
        refuse(reason) {
          clearTimeout(timer)
          remove(key, caller, waiting)
          reject(new BusyError(`${name}: ${reason}`))
        },
      }
      const timer = setTimeout(() => waiting.refuse(`no place within ${Math.round(ms)} ms`), ms)
      callers.set(key, caller)
      caller.waiting.add(waiting)
      caller.bytes += bytes
      waitingCount += 1
      waitingBytes += bytes
      keepBounds()
      onWait?.(() => waiting.refuse('nobody waits any more'))
    })
  }

  return { enter }
}

const countOf = ({ waiting }: Caller) => waiting.size
const bytesOf = ({ bytes }: Caller) => bytes
