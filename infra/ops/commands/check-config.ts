import type { SettingsView } from '@jaanch/operations/settings/api'
import { mergeReports, noBackup, readSettings } from '@jaanch/operations/settings/settings'
import { loadConfig } from '@jaanch/platform/config'
import { describeConfig, isDevelopment, type Service } from '@jaanch/platform/config-check'
import { Command } from 'commander'
import { AnswerNo } from '../exit-codes.ts'
import { details } from '../help.ts'
import { withStack } from '../stack.ts'
import { paint } from '../terminal.ts'

export function checkConfigCommand(): Command {
  return new Command('check-config')
    .description(
      'what is probably wrong with the settings: those of the running processes, and for services without one, those of this command; exit code 1 for an error',
    )
    .option('--json', 'as JSON')
    .addHelpText('after', details('check-config', 'check-config --json', { no: 'a finding is an error' }))
    .action(async ({ json = false }: { json?: boolean }) => {
      const config = loadConfig(process.env)
      // without addresses it is about the stack on DATA_DIR, which npm start runs with these
      const own = config.databaseUrl
        ? config
        : loadConfig(process.env, { DEMO: '1', ALLOW_KNOWN_SECRETS: '1' })
      const reportFor = (service: Service) => describeConfig(service, own, process.env)
      const checked = await withStack(({ pool }) => readSettings(pool, reportFor)).catch((error) => {
        const services = ['api', 'workers', 'projector'] as const
        const reports = services.map((service) => ({ service, report: reportFor(service) }))
        print(mergeReports(reports, isDevelopment(own) ? [] : [noBackup]), json)
        throw error
      })
      print(checked, json)
      if (checked.findings.some(({ severity }) => severity === 'error')) throw new AnswerNo()
    })
}

function print({ findings, settings }: SettingsView, json: boolean): void {
  if (json) {
    console.log(JSON.stringify({ findings, settings }, null, 2))
    return
  }
  for (const { severity, text, advice, docs, services } of findings) {
    const heading = [severity, ...(services.length > 0 ? [`(${services.join(', ')})`] : [])].join(' ')
    console.log(`${severity === 'error' ? paint.bad(heading) : paint.warning(heading)}  ${text} ${advice}`)
    console.log(paint.faint(`  ${docs}`))
  }
  if (findings.length === 0) console.log(paint.good('Nothing is wrong with the settings.'))
}
