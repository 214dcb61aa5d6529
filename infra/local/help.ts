/** `npm run help`: the scripts of package.json, each with what it does. */
import { readFileSync } from 'node:fs'
import { inRepository } from './paths.ts'

/** One line for each script; the lifecycle scripts of `npm version` are called by npm alone. */
export const descriptions: Record<string, string> = {
  start: 'the whole stack on this machine, with a database of its own, until Ctrl-C',
  test: 'all checks in order: types, lint, structure, client, unit, integration and browser tests',
  reset: 'deletes what npm start stored, after it has asked',
  help: 'this list',
  check: 'types',
  lint: 'lint and formatting; format mends what it can',
  format: 'formats the code',
  docs: 'writes the pages of docs/ that are made from code and tests',
  structure: 'direction and circles of imports, unused files, exports and dependencies',
  migrate: 'brings the database at DATABASE_OWNER_URL up to date',
  ops: 'the commands of operators: npm run ops -- --help',
  generate:
    'fills a database with a history of any size: -- --bookings 1000000 --customers 100000 --labs 500',
  'test:unit': 'unit tests, of the client too',
  'test:integration': 'tests with a real Postgres and Redis',
  'test:e2e': 'browser tests; E2E_BASE_URL runs them against an installation with the demo',
  'test:more':
    'the same behaviours under other conditions: two releases, many processes, faults, random requests, each view, Lighthouse',
  'test:versions': 'the last release beside this code, service by service under load, and back',
  'test:many': 'many processes of each service behind nginx, killed and restarted under load',
  'test:server': 'follows docs/server.md in a bare Debian; needs Docker',
  lighthouse: 'Lighthouse as on a phone; LIGHTHOUSE_URL takes a running stack',
  bench: 'measures calls, pushes and projections; --against compares two checkouts (tests/bench/README.md)',
  chaos:
    'faults while people act, repeatable from a seed: -- --seed 1 --minutes 5, --scenario kill (docs/drills.md)',
  simulate: 'makes bookings through the API of a running stack: -- --rate 50',
}

/** @returns the scripts of package.json in its order, without those of npm's lifecycle */
export function listScripts(): string[] {
  const { scripts } = JSON.parse(readFileSync(inRepository('package.json'), 'utf8'))
  return Object.keys(scripts).filter((name) => name !== 'preversion' && name !== 'version')
}

if (import.meta.main) {
  for (const name of listScripts()) {
    const call = name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`
    console.log(`${call.padEnd(25)}  ${descriptions[name]}`)
  }
}
