/** There is too much to do at this moment. Nothing was begun: try again a little later. */
export class BusyError extends Error {
  override name = 'BusyError'
}

export type GateOptions = {
  /** What the gate leads to; part of the error's message */
  name: string
  /** Units that may be inside at the same time */
  capacity: number
  /** Callers that may wait; default 0 */
  maxWaiting?: number
  /** How long a caller waits at most, ms; default 0 */
  waitMs?: number
}

/** Bounds how much is done at the same time. Callers wait in order, for a limited time, and not more than a limited number. */
export type Gate = {
  /**
   * Waits for room.
   * @param units how much room the caller needs; default 1. More than the whole capacity counts as the whole capacity
   * @returns leaves the gate; has no effect the second time. @throws BusyError
   */
  enter(units?: number): Promise<() => void>
  /** Enters, does `work` and leaves. @throws BusyError, and what `work` throws */
  run<Result>(work: () => Promise<Result>): Promise<Result>
  /** Whether the next caller would be refused at once */
  isFull(): boolean
  /** Callers that wait */
  waiting(): number
}

type Waiting = { units: number; admit: () => void }

export function createGate({ name, capacity, maxWaiting = 0, waitMs = 0 }: GateOptions): Gate {
  const queue = new Set<Waiting>()
  let used = 0

  function admitNext(): void {
    for (const waiting of queue) {
      if (used + waiting.units > capacity) return
      queue.delete(waiting)
      waiting.admit()
    }
  }

  function occupy(units: number): () => void {
    used += units
    let isInside = true
    return () => {
      if (!isInside) return
      isInside = false
      used -= units
      admitNext()
    }
  }

  async function enter(wanted = 1): Promise<() => void> {
    const units = Math.min(wanted, capacity)
    if (queue.size === 0 && used + units <= capacity) return occupy(units)
    if (queue.size >= maxWaiting) throw new BusyError(`${name}: ${queue.size} are waiting`)
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        units,
        admit() {
          clearTimeout(timer)
          resolve(occupy(units))
        },
      }
      const timer = setTimeout(() => {
        queue.delete(waiting)
        reject(new BusyError(`${name}: no room within ${waitMs} ms`))
        // it may have been too large for the room that the ones behind it fit into
        admitNext()
      }, waitMs)
      queue.add(waiting)
    })
  }

  return {
    enter,
    isFull: () => used >= capacity && queue.size >= maxWaiting,
    waiting: () => queue.size,
    async run(work) {
      const leave = await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

/** One gate for each key, with the same bounds. */
export type KeyedGate = {
  /** @returns leaves the gate; call it once. @throws BusyError */
  enter(key: string, units?: number): Promise<() => void>
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>
}

export function createKeyedGate(options: GateOptions): KeyedGate {
  /** Only of keys that have callers inside or waiting */
  const gates = new Map<string, Gate & { callers: number }>()

  function gateOf(key: string): { gate: Gate; forget: () => void } {
    const gate = gates.get(key) ?? { ...createGate(options), callers: 0 }
    gates.set(key, gate)
    gate.callers += 1
    return {
      gate,
      forget() {
        gate.callers -= 1
        if (gate.callers === 0) gates.delete(key)
      },
    }
  }

  async function enter(key: string, units?: number): Promise<() => void> {
    const { gate, forget } = gateOf(key)
    try {
      const leave = await gate.enter(units)
      return () => {
        leave()
        forget()
      }
    } catch (error) {
      forget()
      throw error
    }
  }

  return {
    enter,
    async run(key, work) {
      const leave = await enter(key)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
