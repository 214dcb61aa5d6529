import { setTimeout } from 'node:timers/promises'
import type { Accounts } from '../../bench/load/accounts.ts'
import { difference, readCounters, type Watched } from './counters.ts'
import { runLifecycle } from './lifecycle.ts'

/** Bookings a second. With reports only at low rates: two cores are busy with less than ten a second then, and calls are refused */
const loads = [
  ...[1, 3, 10].map((rate) => ({ reports: false, rate })),
  ...[1, 3].map((rate) => ({ reports: true, rate })),
]

/** What the processes use while nothing happens. */
export async function measureIdle(watched: Watched, seconds: number) {
  const before = await readCounters(watched)
  await setTimeout(seconds * 1_000)
  return { seconds, cpu: difference(await readCounters(watched), before).cpu }
}

/** What whole bookings use at each rate, without and with reports. On a busy machine a step takes longer than `seconds`. */
export async function measureSteps(watched: Watched, accounts: Accounts, seconds: number) {
  const steps = []
  for (const load of loads) {
    const before = await readCounters(watched)
    const startedAt = performance.now()
    const bookings = await runLifecycle(watched.services, accounts, { ...load, seconds })
    const took = Math.round((performance.now() - startedAt) / 1_000)
    steps.push({ ...load, bookings, seconds: took, used: difference(await readCounters(watched), before) })
    console.log(JSON.stringify(steps.at(-1)))
  }
  return steps
}
