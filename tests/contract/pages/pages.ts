import { limitTable } from '@jaanch/api/limits'
import { boundTable, poolSizes } from '@jaanch/platform/http/bounds'
import type { Limit } from '@jaanch/platform/limits/limits'
import { defaultText, settings } from '@jaanch/platform/settings'
import { callsPage } from './calls-page.ts'
import { cataloguePage } from './catalogue-page.ts'
import { criticalPage } from './critical-page.ts'
import { interoperabilityPage } from './interoperability-page.ts'
import { intervalsPage } from './intervals-page.ts'
import { securityPage, specificationPage } from './requirements-pages.ts'
import { retentionPage } from './retention-page.ts'
import { retestsPage } from './retests-page.ts'
import { stabilityPage } from './stability-page.ts'
import { unitsPage } from './units-page.ts'

const people = `# Limits

## What one person, account or network may do

Whoever goes beyond it gets 429, \`Retry-After\` and the sentence; the client shows it. \`Retry-After\` is the rest of the time in which is
counted, and an hour for what there may be at a time and for uploads. [\`LIMIT_SCALE\`](settings.md) multiplies all numbers. A network is an IPv4
address or the /64 of an IPv6 address, whose /48 may ten times as much; behind a proxy, set \`TRUST_PROXY\`, or everybody is one network.

Numbers per API process are not shared: two processes admit twice as many. The others are counted in Redis; while it is unavailable, each process
counts alone. Uploads, bytes, addresses and family members are counted in their tables just before the row is written, so requests at the same
time can go beyond by as many as a process handles. Versions of a report, and open visits of accounts that verified nothing, are counted exactly.
`

const processes = `
## What an API process does at the same time

Beyond a bound it answers 503 with \`Retry-After\`, at once or after a short wait; clients repeat the request with its Idempotency-Key. A process
that refuses requests logs how many, every 10 s; \`jaanch_gate_filled_ratio\` shows how full each gate is, and \`jaanch_gate_waiting\` how many
requests wait. \`/api/health\`, \`/api/ready\` and everything outside of \`/api/\` are exempt from the bounds of requests. Public routes take bodies of at most 16 KB, unless their description says
otherwise. An append that was not sent within the deadline is never recorded; the outcome of one that was sent is unknown after 8 s, and the same
Idempotency-Key gives the answer. \`npm run bench -- --only flood\` measures this on its own stack.
`

const messages = `
## Messages

What is about an event goes to proven addresses only ([0041](decisions/0041-contacts-are-proven.md)). Nothing
holds back what is urgent (a call about a [critical value](critical-values.md)): neither a preference, nor a limit below, nor an address that
is not proven. \`LIMIT_SCALE\` multiplies the
numbers. A message that is not sent is \`skipped\`, and *Trace* shows why; a code that is not sent has no message.

| bound | value | beyond it |
|---|---|---|
| one-time codes of a user, per channel | 3 an hour, 10 in 24 hours | 429 with \`Retry-After\` |
| one-time codes to an address or number, from all users | 3 an hour, 10 in 24 hours | the usual answer, and nothing is sent |
| tries of a code; its life | 5; 10 minutes | 422: a new one is needed |
| messages to a customer about events, per day in India | 30 e-mails, 15 SMS | skipped |
| messages to a lab's user or an admin, per day in India | 300 e-mails, 150 SMS | skipped |
| reset links of a user | 3 valid ones | the usual answer, and nothing is sent |
| SMS of all, per day in India | \`SMS_PER_DAY\`, 10,000 by default, counted when the gateway gets one | skipped; a code is refused with 429, and its sentence names the mail. [JaanchSmsUsedUp](runbook/JaanchSmsUsedUp.md) comes at 80 % |
| SMS | to mobile numbers of India. Ranges of numbers come with \`libphonenumber-js\` | skipped; a code is refused with 422 |
`

const pools = `
## Connections to Postgres

One API process has these pools, by purpose: what waits for one does not delay the others. A pool is apart if what waits in it for a lock, or reads
for long, would otherwise hold up what all requests wait for. A worker process opens 21, a projector 7 (9 while it builds tables,
and 6 more while its child carries out a run), and an \`ops\` command 5. With A, W and P processes, \`max_connections\` must be at least
`

/** docs/limits.md */
function limitsPage(): string {
  const sizes = Object.entries(poolSizes)
  const connections = sizes.reduce((sum, [, { max }]) => sum + max, 1)
  return [
    people,
    '| limit | number | of what | per | sentence |',
    '|---|---|---|---|---|',
    ...Object.entries(limitTable).map(([name, limit]) => limitRow(name, limit)),
    processes,
    '| bound | value | of what |',
    '|---|---|---|',
    ...Object.entries(boundTable).map(
      ([name, [value, meaning]]) => `| \`${name}\` | ${shown(name, value)} | ${meaning} |`,
    ),
    messages,
    `${pools}${connections} A + 21 W + 7 P + 12, and Postgres keeps 3 for superusers.\n`,
    '| pool | connections | callers that may wait for one |',
    '|---|---|---|',
    ...sizes.map(([name, { max, maxWaiting }]) => `| \`${name}\` | ${max} | ${maxWaiting} |`),
    '| listener | 1 | |',
    '',
  ].join('\n')
}

function limitRow(name: string, limit: Limit): string {
  const { max, what, per, text } = limit
  return `| \`${name}\` | ${number(max)} ${windowOf(limit)} | ${what} | ${per} | ${text(max)} |`
}

const number = (value: number) => value.toLocaleString('en-GB')

/** The number of cores of this machine is no part of the page. */
function shown(name: string, value: number): string {
  if (name === 'passwords') return 'cores − 1'
  return name.endsWith('Ms') ? `${number(value)} ms` : number(value)
}

function windowOf({ windowS }: Limit): string {
  if (windowS === undefined) return 'at a time'
  const [unit, seconds] = (
    [
      ['day', 86_400],
      ['hour', 3_600],
      ['minute', 60],
    ] as const
  ).find((each) => windowS >= each[1]) ?? ['second', 1]
  if (windowS === seconds) return unit === 'hour' ? 'in an hour' : `in a ${unit}`
  return `in ${windowS / seconds} ${unit}s`
}

const introduction = `# Settings

Environment variables; none is needed for \`npm start\`. Each may also be given as a file: \`JWT_SECRET_FILE\` is the path of a file with the
value of \`JWT_SECRET\`. The password of an address that has none may stand in \`DATABASE_PASSWORD\`, \`DATABASE_OWNER_PASSWORD\`,
\`READ_DATABASE_PASSWORD\` (else that of the primary) and \`REDIS_PASSWORD\`. An empty variable counts as not set, and one that is not usable ends
the process with one sentence.
`

const others = `
## Of Node.js and OpenTelemetry

| variable | default | meaning |
|---|---|---|
| \`NODE_ENV\` | \`production\` in the image and the units of systemd | \`production\`: messages without a provider wait for one. Otherwise they count as sent, and are files in \`DATA_DIR/outbox\` |
| \`OTEL_EXPORTER_OTLP_ENDPOINT\` | no traces | A collector that gets metrics and traces over HTTP, such as \`http://127.0.0.1:4318\` |
| \`OTEL_TRACES_SAMPLER_ARG\` | \`0.01\` | Part of the traces that is recorded, from 0 to 1 |
`

/** docs/settings.md */
function settingsPage(): string {
  const rows = Object.values(settings).map(
    (setting) => `| \`${setting.name}\` | ${defaultText(setting)} | ${setting.meaning} |`,
  )
  return [introduction, '| variable | default | meaning |', '|---|---|---|', ...rows, others].join('\n')
}

/** The pages of docs/ that are made from the code, by their file names. */
export const pages: Record<string, () => string> = {
  'calls.md': callsPage,
  'catalogue.md': cataloguePage,
  'critical-values.md': criticalPage,
  'interoperability.md': interoperabilityPage,
  'limits.md': limitsPage,
  'reference-intervals.md': intervalsPage,
  'retention.md': retentionPage,
  'retests.md': retestsPage,
  'security-tests.md': securityPage,
  'settings.md': settingsPage,
  'specification-tests.md': specificationPage,
  'stability.md': stabilityPage,
  'units.md': unitsPage,
}
