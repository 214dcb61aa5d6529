/**
 * `npm run chaos -- --seed 1 --minutes 5 [--scenario failover]`: people use a stack of its own over HTTP and sockets while faults happen.
 * Afterwards everything that was acknowledged must be there once, and every client must show what a fresh read shows. The same seed
 * gives the same faults and the same choices of the people; how they interleave differs. docs/drills.md has the scenarios.
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { onShutdown } from '@jaanch/infra/local/start/shutdown'
import { runContainers } from './containers/run-containers.ts'
import { describeReport, hasPassed } from './report.ts'
import { runScenario, scenarios } from './scenarios.ts'

const { values } = parseArgs({
  options: {
    scenario: { type: 'string', default: 'all' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '5' },
    customers: { type: 'string', default: '16' },
    /** File that the report is written to as JSON */
    out: { type: 'string' },
    /** Directory that the logs of the services and servers are copied to */
    logs: { type: 'string' },
    /** containers: stops the processes of the services instead of killing containers, as if they hung */
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
  if (value >= low && value <= high) return value
  return fail(`--${name} is a number from ${low} to ${high}, not ${values[name]}.`)
}
const names = [...Object.keys(scenarios), 'containers']
if (!names.includes(values.scenario)) fail(`--scenario is one of ${names.join(', ')}.`)

const log = (line: string) => console.error(line)
const options = {
  seed: parseNumber('seed', 0, Number.MAX_SAFE_INTEGER),
  minutes: parseNumber('minutes', 0.1, 120),
  customers: parseNumber('customers', 1, 100),
  log,
  // a second Ctrl-C does not skip the cleaning up: nothing of the run may be left
  signal: onShutdown(() => log('Still stopping …')).signal,
}
const scenario = scenarios[values.scenario]
const report = await (scenario
  ? runScenario(scenario, { ...options, logs: values.logs })
  : runContainers({ ...options, hang: values.hang, image: values.image }))
if (report) {
  if (values.out) await writeFile(values.out, `${JSON.stringify(report, null, 2)}\n`)
  console.log(describeReport(report))
}
process.exit(report && hasPassed(report) ? 0 : 1)
