import type { Queryable } from '@jaanch/eventlog/read'
import type { ConfigReport, Finding, Service } from '@jaanch/platform/config-check'
import { aliveSeconds } from '@jaanch/platform/heartbeat'
import { serveCall } from '@jaanch/platform/http/served'
import { defaultText, settings } from '@jaanch/platform/settings'
import { operationsSettingsCalls, type SettingsView } from './api.ts'
import { checkDatabase } from './check-database.ts'

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

export const settingsRoutes = [
  serveCall(operationsSettingsCalls.getSettings, (_, { operationsDb }) => readSettings(operationsDb)),
]
