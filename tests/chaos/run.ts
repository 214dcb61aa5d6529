/**
 * `npm run chaos -- --seed 1 --minutes 5 [--scenario failover]`: two processes of each service with Postgres, Redis, a mail server and an
 * SMS gateway of their own, on this machine only, while customers, labs and an admin use them over HTTP and sockets and faults happen.
 * Afterwards everything that was acknowledged must be there once, and every client must show what a fresh read shows. The same seed
 * gives the same faults and the same choices of the people; how they interleave differs. docs/drills.md has the scenarios.
 */
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { onShutdown } from '@jaanch/infra/local/start/shutdown'
import { runContainers } from './containers/run-containers.ts'
import { type Overload, runOverload } from './overload.ts'
import { describeChecks, describeReport, hasPassed, type Report } from './report.ts'
import { runScenario } from './run-scenario.ts'
import { type ScenarioName, scenarios } from './scenarios.ts'
import { type ChaosStack, startChaosStack } from './stack/chaos-stack.ts'
import { useOwnMounts } from './stack/own-mounts.ts'

const { values } = parseArgs({
  options: {
    scenario: { type: 'string', default: 'all' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '5' },
    customers: { type: 'string', default: '16' },
    /** Prints the report as JSON */
    json: { type: 'boolean', default: false },
    /** File for the same */
    out: { type: 'string' },
    /** Directory that the logs of the services and servers are copied to */
    logs: { type: 'string' },
    /** containers: ends their first processes as a crash does, which needs root */
    crash: { type: 'boolean', default: false },
    /** containers: stops the processes of the services instead, as if they hung */
    hang: { type: 'boolean', default: false },
    /** containers: uses this image instead of building one */
    image: { type: 'string' },
  },
})

function fail(what: string): never {
  console.error(what)
  process.exit(2)
}
function parseNumber(name: 'seed' | 'minutes' | 'customers', low: number, high: number): number {
  const value = Number(values[name])
  return value >= low && value <= high
    ? value
    : fail(`--${name} is a number from ${low} to ${high}, not ${values[name]}.`)
}

const plan = {
  seed: parseNumber('seed', 0, Number.MAX_SAFE_INTEGER),
  minutes: parseNumber('minutes', 0.1, 120),
  customers: parseNumber('customers', 1, 100),
}
const names = [...Object.keys(scenarios), 'overload', 'containers']
const { scenario } = values
if (!names.includes(scenario)) fail(`--scenario is one of ${names.join(', ')}.`)

const log = (line: string) => console.error(line)
// a second Ctrl-C does not skip the cleaning up: nothing of the run may be left
const { signal } = onShutdown(() => log('Still stopping …'))

const report = await runNamed()
if (report) {
  const json = JSON.stringify(report, null, 2)
  if (values.out) await writeFile(values.out, `${json}\n`)
  console.log(
    values.json ? json : 'faults' in report ? describeReport(report) : describeChecks(report).join('\n'),
  )
}
process.exit(report && hasPassed(report) ? 0 : 1)

async function runNamed(): Promise<Report | Overload | undefined> {
  if (scenario === 'containers') return runContainers({ ...values, ...plan, log, signal })
  useOwnMounts()
  const exits: string[] = []
  log('Starting the stack …')
  const stack = await startChaosStack({
    log: (line) => exits.push(line),
    isDirect: scenario === 'overload',
    isSynchronous: scenario !== 'late-standby',
  })
  try {
    if (scenario === 'overload') return await runOverload(stack, plan.seed)
    return await runScenario(stack, { ...plan, name: scenario as ScenarioName, exits, log, signal })
  } finally {
    if (values.logs) await copyLogs(stack, values.logs)
    log('Stopping …')
    await stack.stop()
  }
}

async function copyLogs({ directory }: ChaosStack, to: string): Promise<void> {
  for (const name of ['data', 'postgres/primary', 'postgres/standby', 'redis'])
    await cp(join(directory, name, 'logs'), join(to, name), { recursive: true }).catch((error) =>
      log(String(error)),
    )
}
