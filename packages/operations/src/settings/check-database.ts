import type { Queryable } from '@jaanch/eventlog/read'
import { type FactId, factGroups, factNames, undecidedFacts } from '@jaanch/insight/facts/all'
import { readFacts } from '@jaanch/insight/facts/set-facts'
import type { Finding } from '@jaanch/platform/config-check'
import { formatDuration, formatNumber } from '../format.ts'

/** A backup runs every night; one that is late has another night */
const backupHours = 48

/** Checks what the database knows of the configuration: backups, admins without a second factor, the facts, and the time. Costs milliseconds. */
export async function checkDatabase(db: Queryable): Promise<Finding[]> {
  const before = Date.now()
  const { rows } = await db.query<{ at: Date; isBackedUp: boolean; admins: number; bare: number }>(
    `select clock_timestamp() as at,
            exists (select from settings where key in ('backup', 'offsite-backup')
                       and (value ->> 'finishedAt')::timestamptz > clock_timestamp() - make_interval(hours => $1)) as "isBackedUp",
            count(*) as admins,
            count(*) filter (where not exists (select from second_factors where user_id = users.id)) as bare
       from users where role = 'admin' and is_active`,
    [backupHours],
  )
  const after = Date.now()
  const undecided = undecidedFacts((await readFacts(db)).facts)
  return rows.flatMap(({ at, isBackedUp, admins, bare }) => [
    ...findClockDifference(at.getTime(), before, after),
    ...(isBackedUp ? [] : [noBackup]),
    ...(bare === 0 ? [] : [bareAdmins(bare, admins)]),
    ...findInvented(undecided),
  ])
}

/** For a database that has recorded none, or that cannot be asked */
export const noBackup: Finding = {
  severity: 'warning',
  text: `No backup is recorded in the last ${backupHours} hours.`,
  advice: 'Make one every night, or see that whoever runs the database does.',
  docs: 'docs/postgres.md#backup-and-restore',
}

const bareAdmins = (bare: number, admins: number): Finding => ({
  severity: 'warning',
  text: `${formatNumber(bare)} of ${formatNumber(admins)} admins have no second factor.`,
  advice: 'They set one up behind their avatar.',
  docs: 'docs/privacy.md#two-step-sign-in',
})

/**
 * The facts of the specification's company on which nobody has decided, by their pages.
 * @param undecided their ids
 */
export function findInvented(undecided: readonly FactId[]): Finding[] {
  if (undecided.length === 0) return []
  const places = factGroups.flatMap(({ page, facts }) => {
    const names = undecided.filter((id) => id in facts).map((id) => factNames[id])
    return names.length > 0 ? `${page}: ${names.join(', ')}` : []
  })
  return [
    {
      severity: 'warning',
      text: `The client still states ${formatNumber(undecided.length)} facts of the specification. ${places.join('; ')}.`,
      advice: 'Replace, hide or confirm them at /admin/facts.',
      docs: 'docs/operations.md#facts-of-the-installation',
    },
  ]
}

/**
 * How far the clock of the database is from that of this process.
 * @param at its time @param before and @param after our time when it was asked and when it had answered; all in ms
 */
export function findClockDifference(at: number, before: number, after: number): Finding[] {
  const difference = Math.max(0, before - at, at - after)
  if (difference < 1_000) return []
  return [
    {
      // codes of apps change every 30 s
      severity: difference < 20_000 ? 'warning' : 'error',
      text: `The clocks of the database and of this machine differ by ${formatDuration(difference)}.`,
      advice: 'Keep both right by NTP: timedatectl shows whether it works.',
      docs: 'docs/operations.md#the-configuration',
    },
  ]
}
