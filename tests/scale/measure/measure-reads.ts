import { setTimeout } from 'node:timers/promises'
import type { Accounts } from '../../bench/load/accounts.ts'
import { reads, takeSample } from '../../bench/load/calls.ts'
import { type Call, runOpenLoop } from '../../bench/load/http.ts'
import { difference, readCounters, type Watched } from './counters.ts'

/** What people look at around a booking, in the proportions in which the screens ask for it. */
const mixture: Readonly<Record<string, number>> = {
  'popular packages': 2,
  'search: thyroid': 2,
  'one package': 2,
  'my account': 2,
  'my family': 1,
  'my addresses': 1,
  'my bookings': 3,
  'my counts': 3,
  'my booking': 3,
  'my notifications': 2,
  'my unread notifications': 3,
  'my reports': 1,
  "a lab's bookings": 4,
  "a lab's counts": 4,
  "a lab's booking": 4,
  "a lab's collection": 1,
  'all bookings': 2,
  'all bookings, unassigned': 2,
  'all counts': 2,
  'any booking': 2,
}

/** Calls of the mixture; the model multiplies their cost by the number of reads a booking. CPU in ms. */
export async function measureReads(watched: Watched, accounts: Accounts, seconds: number) {
  const { url } = watched.services
  const sample = await takeSample(url, accounts)
  const names = Object.entries(mixture).flatMap(([name, times]) => Array.from({ length: times }, () => name))
  const call = (n: number): Call => {
    const make = reads[names[(n * 7) % names.length] as string]
    if (!make) throw new Error('No such read')
    return make(sample)
  }
  await runOpenLoop(url, { rate: 50, seconds: 3, call })
  const rate = 100
  const read = await cpuOf(watched, () => runOpenLoop(url, { rate, seconds, call }), rate * seconds)
  const credentials = { email: 'asha@jaanch.example', password: 'asha-demo-2026' }
  const login: Call = {
    method: 'POST',
    path: '/api/auth/login',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  }
  await setTimeout(1_000)
  const logins = 60
  const signIn = await cpuOf(
    watched,
    () => runOpenLoop(url, { rate: 4, seconds: logins / 4, call: () => login }),
    logins,
  )
  return { read, signIn }
}

async function cpuOf(watched: Watched, work: () => Promise<unknown>, times: number) {
  const before = await readCounters(watched)
  const startedAt = performance.now()
  await work()
  const used = difference(await readCounters(watched), before)
  return { times, seconds: (performance.now() - startedAt) / 1_000, cpu: used.cpu, traffic: used.traffic }
}
