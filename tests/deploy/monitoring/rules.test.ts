import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensurePrometheus } from '@jaanch/infra/local/test/programs'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { filesOf, monitoring, promtool } from './promtool.ts'

type Rule = {
  record?: string
  alert?: string
  labels?: Record<string, string>
  annotations?: Record<string, string>
}

const ruleFiles = filesOf('rules/*.yml').filter((file) => !file.endsWith('.test.yml'))
const testFiles = filesOf('rules/*.test.yml')
const configurations = filesOf('prometheus*.yml')

const rules = ruleFiles.flatMap((file) => {
  const { groups } = parse(readFileSync(join(monitoring, file), 'utf8')) as { groups: { rules: Rule[] }[] }
  return groups.flatMap((group) => group.rules)
})
const alerts = rules.filter((rule) => rule.alert !== undefined)
const alertNames = [...new Set(alerts.map(({ alert }) => alert))].sort()

// the download takes seconds
beforeAll(() => ensurePrometheus(console.log), 180_000)

describe('the rules of Prometheus', () => {
  it.each(ruleFiles)('%s is valid', async (file) => {
    expect(await promtool('check', 'rules', file)).toMatchObject({ ok: true })
  })

  it.each(testFiles)(
    'fire when they should and not when they should not: %s',
    async (file) => {
      expect(await promtool('test', 'rules', file)).toMatchObject({ ok: true })
    },
    120_000,
  )

  it('are all read by each configuration, which is valid', async () => {
    expect(configurations.length).toBe(2)
    for (const file of configurations) {
      expect(await promtool('check', 'config', file)).toMatchObject({ ok: true })
      // in containers nothing restores a backup for a trial
      const read = file.includes('compose')
        ? ruleFiles.filter((each) => each !== 'rules/rehearsals.yml')
        : ruleFiles
      expect(parse(readFileSync(join(monitoring, file), 'utf8')).rule_files).toEqual(read)
    }
  })

  it('name what they record level:metric:operation', () => {
    for (const { record } of rules) if (record) expect(record).toMatch(/^[a-z_]+:[a-z_]+:[a-z0-9_]+$/)
  })
})

describe('each alert', () => {
  it('has a severity, a summary, a description and the entry of its name in the runbook', () => {
    for (const { alert, labels, annotations } of alerts) {
      expect(labels?.severity, alert).toMatch(alert === 'Watchdog' ? /^none$/ : /^(page|ticket)$/)
      expect(annotations?.summary, alert).toBeTruthy()
      expect(annotations?.description, alert).toBeTruthy()
      expect(annotations?.runbook_url).toBe(`{{ $externalLabels.docs }}/docs/runbook/${alert}.md`)
    }
  })

  it('has an entry in the runbook, and each entry an alert', () => {
    const entries = readdirSync(join(monitoring, '../../../docs/runbook')).map((file) =>
      file.replace('.md', ''),
    )
    expect(entries.filter((name) => name !== 'README').toSorted()).toEqual(alertNames)
  })

  it('fires in a test of the rules', () => {
    const tests = testFiles.map((file) => readFileSync(join(monitoring, file), 'utf8')).join('\n')
    expect(
      alertNames.filter((name) => !new RegExp(`alertname: ${name}|alertname="${name}"`).test(tests)),
    ).toEqual([])
  })
})
