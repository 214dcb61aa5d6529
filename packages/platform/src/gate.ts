import { BusyError, waitAtMost, waitingUntil } from './deadline.ts'
import { observeGauges } from './telemetry/metrics.ts'

export { BusyError }

export type GateOptions = {
  /** What the gate leads to; part of the error's message */
  name: string
  /** Units that may be inside at the same time */
  capacity: number
  /** Callers that may wait; default 0 */
  maxWaiting?: number
  /** How long a caller waits at most, and never beyond its deadline, ms; default 0 */
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
  /** Callers that wait */
  waiting(): number
  /** The part of the capacity that is used, 0 to 1 */
  filled(): number
}

type Waiting = { units: number; admit: () => void }

/** A gate lives as long as its process: how full it is is a metric. */
export function createGate(options: GateOptions): Gate {
  const gate = openGate(options)
  observeGauges((observe) => observe('jaanch_gate_filled_ratio', gate.filled(), { gate: options.name }))
  return gate
}

function openGate({ name, capacity, maxWaiting = 0, waitMs = 0 }: GateOptions): Gate {
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
    const ms = waitAtMost(waitMs)
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
        reject(new BusyError(`${name}: no room within ${Math.round(ms)} ms`))
        // it may have been too large for the room that the ones behind it fit into
        admitNext()
      }, ms)
      queue.add(waiting)
    })
  }

  return {
    enter,
    waiting: () => queue.size,
    filled: () => used / capacity,
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
  observeGauges((observe) => {
    const fullest = Math.max(0, ...Array.from(gates.values(), (gate) => gate.filled()))
    observe('jaanch_gate_filled_ratio', fullest, { gate: options.name })
  })

  function gateOf(key: string): { gate: Gate; forget: () => void } {
    const gate = gates.get(key) ?? { ...openGate(options), callers: 0 }
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

/**
 * A gate for all callers behind one for each of them, so that nobody fills it alone. Its `waitMs` are those of both together.
 * @param ofOne the bounds for one caller
 * @returns as the `enter` of a gate for each key
 */
export function createSharedGate(
  options: GateOptions,
  ofOne: Omit<GateOptions, 'name' | 'waitMs'>,
): KeyedGate['enter'] {
  const { name, waitMs = 0 } = options
  const all = createGate(options)
  const ofCaller = createKeyedGate({ ...ofOne, name: `${name} of one caller`, waitMs })

  async function enter(caller: string, units?: number): Promise<() => void> {
    const leaveOwn = await ofCaller.enter(caller, units)
    try {
      const leave = await all.enter(units)
      return () => {
        leave()
        leaveOwn()
      }
    } catch (error) {
      leaveOwn()
      throw error
    }
  }

  return (caller, units) => waitingUntil(performance.now() + waitMs, () => enter(caller, units))
}
