import type { Config } from '../config.ts'
import type { Log } from '../logging.ts'
import { givenVariables } from '../settings.ts'
import { checkConfig, type Finding, isDevelopment, type Service } from './check-config.ts'

/** What a process tells operators about its settings, with its heartbeat */
export type ConfigReport = {
  /** Names of the settings that have a value here */
  set: string[]
  findings: Finding[]
  /** Whether the stack is one for development, which needs none of what an installation needs */
  isDevelopment: boolean
}

/** Checks the settings of this process, and logs a warning for each finding. To be called once, at its start. */
export function reportConfig(service: Service, config: Config, log: Log): ConfigReport {
  const report = describeConfig(service, config, process.env)
  for (const { severity, text, advice, docs } of report.findings)
    log.warn({ severity, docs }, `${text} ${advice}`)
  return report
}

/** What a process of the service would say with these variables, from which `config` was loaded. */
export function describeConfig(
  service: Service,
  config: Config,
  variables: Record<string, string | undefined>,
): ConfigReport {
  return {
    set: givenVariables(variables),
    findings: checkConfig({ config, service }, variables),
    isDevelopment: isDevelopment(config),
  }
}
