/**
 * `npm run chaos -- --seed 1 --minutes 5`: two processes of each service with Postgres, Redis, a mail server and an SMS
 * gateway of their own, on this machine only, while customers, labs and an admin use them over HTTP and sockets and faults
 * of all kinds happen. Afterwards everything that was acknowledged must be there once, and every client must show what a
 * fresh read shows. The same seed gives the same faults and the same choices of the people; how they interleave differs.
 */
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { onShutdown } from '@jaanch/infra/local/start/shutdown'
import { runChaos } from './chaos.ts'
import { describeReport, hasPassed } from './report.ts'
import { startChaosStack } from './stack/chaos-stack.ts'
import { useOwnMounts } from './stack/own-mounts.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '5' },
    customers: { type: 'string', default: '16' },
    /** Prints the report as JSON */
    json: { type: 'boolean', default: false },
    /** File for the same */
    out: { type: 'string' },
    /** Directory that the logs of the services and servers are copied to */
    logs: { type: 'string' },
  },
})

function parseNumber(name: 'seed' | 'minutes' | 'customers', low: number, high: number): number {
  const value = Number(values[name])
  if (value >= low && value <= high) return value
  console.error(`--${name} is a number from ${low} to ${high}, not ${values[name]}.`)
  process.exit(2)
}

const plan = {
  seed: parseNumber('seed', 0, Number.MAX_SAFE_INTEGER),
  minutes: parseNumber('minutes', 0.1, 120),
  customers: parseNumber('customers', 1, 100),
}
useOwnMounts()

const log = (line: string) => console.error(line)
// a second Ctrl-C does not skip the cleaning up: nothing of the run may be left
const shutdown = onShutdown(() => log('Still stopping …'))
const exits: string[] = []

log('Starting the stack …')
const stack = await startChaosStack((line) => exits.push(line))
try {
  const report = await runChaos(stack, plan, { exits, log, signal: shutdown.signal })
  if (report) {
    const json = JSON.stringify(report, null, 2)
    if (values.out) await writeFile(values.out, `${json}\n`)
    console.log(values.json ? json : describeReport(report))
  }
  process.exitCode = report && hasPassed(report) ? 0 : 1
} finally {
  if (values.logs) {
    for (const name of ['data', 'postgres/primary', 'postgres/standby', 'redis']) {
      const from = join(stack.directory, name, 'logs')
      await cp(from, join(values.logs, name), { recursive: true }).catch((error) => log(String(error)))
    }
  }
  log('Stopping …')
  await stack.stop()
}
process.exit()
