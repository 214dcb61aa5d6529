import type { Queryable } from '@jaanch/eventlog/read'
import { type FactId, factGroups, factNames, undecidedFacts } from '@jaanch/insight/facts/all'
import { readFacts } from '@jaanch/insight/facts/set-facts'
import type { ConfigReport, Finding, Service } from '@jaanch/platform/config-check'
import { aliveSeconds } from '@jaanch/platform/heartbeat'
import { serveCall } from '@jaanch/platform/http/served'
import { defaultText, settings } from '@jaanch/platform/settings'
import { formatDuration, formatNumber } from '../format.ts'
import { operationsSettingsCalls, type SettingsView } from './api.ts'

export type Report = { service: Service; report: ConfigReport }

/**
 * The settings of the running processes, as they report them, and what is probably wrong with them and the database.
 * @param reportFor what a service would report of which no process runs; without it, it is left out
 */
export async function readSettings(
  db: Queryable,
  reportFor?: (service: Service) => ConfigReport,
): Promise<SettingsView> {
  const running = await readReports(db)
  const missing = services.filter((each) => !running.some(({ service }) => service === each))
  const reports = [
    ...running,
    ...(reportFor ? missing.map((service) => ({ service, report: reportFor(service) })) : []),
  ]
  const isDevelopment = reports.some(({ report }) => report.isDevelopment)
  return mergeReports(reports, isDevelopment ? [] : await checkDatabase(db))
}

const services = ['api', 'workers', 'projector'] as const

/** Reads the reports of the processes that are alive. */
async function readReports(db: Queryable): Promise<Report[]> {
  const { rows } = await db.query<Report>(
    `select service, details -> 'config' as report from processes
      where seen_at > clock_timestamp() - make_interval(secs => $1) and details ? 'config' order by service`,
    [aliveSeconds],
  )
  return rows
}

/** One line for what several processes say. @param others findings that are not about the settings of a process */
export function mergeReports(reports: readonly Report[], others: readonly Finding[]): SettingsView {
  const servicesWith = (matches: (report: ConfigReport) => boolean) => [
    ...new Set(reports.filter(({ report }) => matches(report)).map(({ service }) => service)),
  ]
  const found = new Map(
    reports.flatMap(({ report }) => report.findings).map((finding) => [finding.text, finding]),
  )
  const findings = [...found.values()].map((finding) => ({
    ...finding,
    services: servicesWith((report) => report.findings.some(({ text }) => text === finding.text)),
  }))
  return {
    findings: [...findings, ...others.map((finding) => ({ ...finding, services: [] }))].toSorted(
      (a, b) => rankOf(a) - rankOf(b),
    ),
    settings: Object.values(settings).map((setting) => ({
      name: setting.name,
      default: defaultText(setting).replaceAll('`', ''),
      setIn: servicesWith(({ set }) => set.includes(setting.name)),
    })),
  }
}

const rankOf = ({ severity }: Finding) => (severity === 'error' ? 0 : 1)

/** A backup runs every night; one that is late has another night */
const backupHours = 48

/** Checks what the database knows of the configuration: backups, admins without a second factor, the facts, and the time. Costs milliseconds. */
async function checkDatabase(db: Queryable): Promise<Finding[]> {
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

export const settingsRoutes = [
  serveCall(operationsSettingsCalls.getSettings, (_, { operationsDb }) => readSettings(operationsDb)),
]
