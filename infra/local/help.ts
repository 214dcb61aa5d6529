/** `npm run help`: the scripts of package.json, each with what it does. */
import { readFileSync } from 'node:fs'
import { inRepository } from './paths.ts'

/** One line for each script; the lifecycle scripts of `npm version` are called by npm alone. */
export const descriptions: Record<string, string> = {
  start: 'the whole stack on this machine, with a database of its own, until Ctrl-C',
  test: 'all checks in order: types, lint, structure, client, unit, integration and browser tests, Lighthouse',
  reset: 'deletes what npm start stored, after it has asked',
  help: 'this list',
  check: 'types',
  lint: 'lint and formatting; format mends what it can',
  format: 'formats the code',
  structure: 'direction and circles of imports, unused files, exports and dependencies',
  build: 'builds the client into web/dist',
  migrate: 'brings the database at DATABASE_OWNER_URL up to date',
  ops: 'the commands of operators: npm run ops -- --help',
  generate:
    'fills a database with a history of any size: -- --bookings 1000000 --customers 100000 --labs 500',
  'test:unit': 'unit tests, of the client too',
  'test:integration': 'tests with a real Postgres and Redis',
  'test:containers': 'the same against postgres:18 and redis:8 in containers',
  'test:e2e': 'browser tests; E2E_BASE_URL runs them against an installation with the demo',
  'test:versions': 'the last release beside this code, service by service under load, and back',
  'test:many': 'three of each service behind nginx, under load, with a rolling restart',
  'test:server': 'follows docs/server.md in a bare Debian; needs Docker',
  'test:plans': 'what every hot call reads at a million bookings, against its bound',
  plans: 'prints what test:plans measures; --write sets the bounds',
  budget: 'builds the client and checks its size',
  lighthouse: 'Lighthouse as on a phone; LIGHTHOUSE_URL takes a running stack',
  bench: 'ours beside a peer in the same run; --quick, --only, --compare (tests/bench/README.md)',
  'bench:client': 'the admin’s pages in a slowed browser at 300 messages a second',
  'bench:growth': 'every call at ten thousand, a hundred thousand and a million bookings',
  profile: 'a flame graph of a service under load: -- api',
  chaos: 'all faults together, repeatable from a seed: -- --seed 1 --minutes 5 (docs/drills.md)',
  drill: 'kills workers, projector and API while bookings are made',
  'drill:messages': 'empties Redis, or kills a worker, every second while bookings are made',
  'drill:failover': 'kills the primary Postgres of two while bookings are made',
  'drill:overload': 'sends three times as much as a stack can take',
  'drill:containers': 'ends one container of each service of docker-compose.yml while bookings flow',
  'drill:replay': 'rebuilds the read tables repeatedly while bookings are made',
  size: 'cores, memory, disk and connections for so many bookings a day: -- --bookings 200000',
  'size:measure': 'measures what a booking costs, for these numbers',
  simulate: 'makes bookings through the API of a running stack: -- --rate 50',
  'watch-overview': 'the same on a stack of its own, with an admin’s Overview open in a browser',
  'draw-trace': 'draws the trace of a booking, from the click to the push',
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
