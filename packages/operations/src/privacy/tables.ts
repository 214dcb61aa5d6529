/** The tables of all subjects: which erasures reach them, and how long their rows are kept. */
import { accountExport, accountTables } from '@jaanch/account/personal-data'
import { bookingExport, bookingTables } from '@jaanch/booking/personal-data'
import { catalogueTables } from '@jaanch/catalogue/personal-data'
import { collectionTables } from '@jaanch/collection/personal-data'
import { keptFor } from '@jaanch/contracts/kept-for'
import { insightTables } from '@jaanch/insight/personal-data'
import { messageExport, messageTables } from '@jaanch/messages/personal-data'
import { after, before, type Erasure, type Pruned, type TablesData } from '@jaanch/platform/personal-data'
import { reportExport, reportTables } from '@jaanch/report/personal-data'
import { shareExport, shareTables } from '@jaanch/shares/personal-data'

const aboutLog = { impersonal: 'about the log', lasting: 'does not grow with use' } as const
const aboutConsumers = { impersonal: 'about consumers', lasting: 'does not grow with use' } as const

/** Tables of the log, of its readers and of operators */
const operationTables: TablesData = {
  'log.events': {
    impersonal: 'ids, amounts, codes and times; tests of the samples check it',
    lasting: 'the record of all that happened: everything else is made from it',
  },
  'log.epoch': aboutLog,
  'log.epochs': { ...aboutLog, lasting: 'one row for each restore' },
  work: {
    impersonal: 'ids of streams',
    ended: 'when it is done, by the worker; what failed waits for an operator',
  },
  work_done: { impersonal: 'ids of streams', ...after('finished work', '7 days', 'done_at') },
  // long after any repeat of their events, which a rewind bounds: these rows prevent that a reminder is created twice
  timers: {
    impersonal: 'ids of streams',
    ...after(
      'reminders that were given or skipped',
      keptFor.messages,
      'coalesce(fired_at, due_at)',
      `outcome in ('fired', 'skipped')`,
    ),
  },
  idempotency_keys: {
    impersonal: 'ids and hashes of commands without texts',
    ...after('Idempotency-Keys, longer than any client repeats a request', '7 days', 'created_at'),
  },
  dead_letters: {
    impersonal: 'ids of streams, and errors without data',
    ...after('dead letters that were answered', keptFor.audit, 'resolved_at', 'resolution is not null'),
  },
  operation_runs: {
    impersonal: 'about the read tables',
    pruned: {
      what: 'replays and verifies',
      keptFor: '90 days, and the last hundred',
      isOver: `finished_at < ${before('90 days')}
        or (finished_at is not null and id <= (select max(id) - 100 from operation_runs))`,
    },
  },
  refolds: { impersonal: 'ids of streams', ...after('refolds of operators', keptFor.audit, 'at') },
  consumers: aboutConsumers,
  consumer_events: aboutConsumers,
  work_consumers: aboutConsumers,
  consumer_rewinds: {
    impersonal: 'about consumers',
    ...after('rewinds of operators', keptFor.audit, 'rewound_at'),
  },
  pauses: {
    impersonal: 'about consumers and channels',
    ...after('pauses of channels and consumers that are over', keptFor.audit, 'continued_at'),
  },
  maintenance_notices: {
    impersonal: 'texts for everybody',
    ...after('what everybody was told about maintenance', keptFor.audit, 'coalesce(cleared_at, ends_at)'),
  },
  processes: {
    impersonal: 'about processes',
    ended: 'minutes after the last sign of the process, by the others',
  },
  read_batches: { impersonal: 'about the read tables', ended: 'after 7 days, by the projector' },
  read_generations: {
    impersonal: 'about the read tables',
    lasting: 'one row for each replay, verify and model version: no number is used twice',
  },
  migrations: { impersonal: 'about the schema', lasting: 'does not grow with use' },
  orphan_checks: { impersonal: 'about tables', lasting: 'does not grow with use' },
}

const { users, ...tablesOfAccount } = accountTables

/**
 * An erasure takes the tables in this order. Mails come after the codes and resets that name them, which is the order in which the upkeep
 * of the account locks both. The person comes last: what refers to it is erased before.
 */
const allTables: TablesData = {
  ...operationTables,
  ...bookingTables,
  ...collectionTables,
  ...reportTables,
  ...insightTables,
  ...shareTables,
  ...catalogueTables,
  ...tablesOfAccount,
  ...messageTables,
  users,
}

export const exportedData = [accountExport, bookingExport, reportExport, shareExport, messageExport]

const tables = Object.entries(allTables).map(([table, data]) => ({ table, ...data }))

/** An erasure of rows of a table. */
export type PersonalRows = Erasure & { table: string }

const erasures = (of: 'ofBookings' | 'ofPerson'): readonly PersonalRows[] =>
  tables.flatMap(({ table, [of]: rules = [] }) => rules.map((rule) => ({ table, ...rule })))

/** About the bookings $1. */
export const ofBookings = erasures('ofBookings')

/** About the person $1. */
export const ofPerson = erasures('ofPerson')

/** Tables without personal data, or whose rows are deleted with those of another table. */
export const notErased: readonly string[] = tables.flatMap(({ table, impersonal, deletedWith }) =>
  impersonal === undefined && deletedWith === undefined ? [] : [table],
)

/** The rows that the workers delete every hour; `npm run ops -- status` shows it, and docs/privacy.md says what it means. */
export const retention: readonly (Pruned & { table: string })[] = tables.flatMap((data) =>
  'pruned' in data ? [{ table: data.table, ...data.pruned }] : [],
)

/** When rows are deleted otherwise, by their tables, and by whom. */
export const endedElsewhere = Object.fromEntries(
  tables.flatMap((data) => ('ended' in data ? [[data.table, data.ended] as const] : [])),
)

/** Why rows stay, by their tables. */
export const lasting = Object.fromEntries(
  tables.flatMap((data) => ('lasting' in data ? [[data.table, data.lasting] as const] : [])),
)

/** Data that is kept outside the database: where, how long, and who deletes it. */
export const keptInFiles: readonly { where: string; keptFor: string; by: string }[] = [
  {
    where: 'the lines of requests (`ACCESS_LOG`)',
    keptFor: keptFor.requestLines,
    by: 'the API, or the collector of logs',
  },
  {
    where: 'the lines of refused requests',
    keptFor: keptFor.requestLines,
    by: 'logrotate, or the collector of logs',
  },
]

/** A statement that changes a row once: repeated, it changes none. */
export function statementOf({ table, where, blank }: PersonalRows): string {
  if (!blank) return `delete from ${table} where ${where}`
  const columns = Object.keys(blank)
  const values = Object.values(blank)
  const set = columns.map((column, index) => `${column} = ${values[index]}`).join(', ')
  return `update ${table} set ${set} where (${where}) and (${columns.join(', ')}) is distinct from (${values.join(', ')})`
}
