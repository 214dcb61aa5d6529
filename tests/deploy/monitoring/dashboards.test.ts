import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inRepository } from '@jaanch/infra/local/paths'
import { ensurePrometheus } from '@jaanch/infra/local/test/programs'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { filesOf, monitoring, promtool } from './promtool.ts'

const position = z.object({
  x: z.int().min(0),
  y: z.int().min(0),
  w: z.int().min(1).max(24),
  h: z.int().min(1),
})

const dataSource = z.object({ type: z.literal('prometheus'), uid: z.literal('$' + '{datasource}') })
const row = z.object({ id: z.int(), type: z.literal('row'), title: z.string().min(1), gridPos: position })
const graph = z.object({
  id: z.int(),
  type: z.enum(['timeseries', 'stat', 'bargauge', 'table']),
  title: z.string().min(1),
  description: z.string().min(1),
  datasource: dataSource,
  gridPos: position,
  targets: z.array(z.object({ refId: z.string(), datasource: dataSource, expr: z.string().min(1) })).min(1),
  fieldConfig: z.object({
    defaults: z.object({
      unit: z.string().min(1),
      thresholds: z.object({ steps: z.array(z.object({ color: z.string() })).min(1) }),
    }),
  }),
  links: z.array(z.object({ title: z.string(), url: z.string() })).default([]),
})

/** The fields that we use of Grafana's dashboards, as version 39 of their schema has it (Grafana 10.3 and later). */
const dashboard = z.object({
  uid: z.string().regex(/^[\w-]{1,40}$/),
  title: z.string().min(1),
  schemaVersion: z.literal(39),
  templating: z.object({
    list: z.array(z.object({ name: z.string(), type: z.string(), definition: z.string().optional() })),
  }),
  links: z.array(z.object({ url: z.string() })),
  panels: z.array(z.discriminatedUnion('type', [row, graph])).min(1),
})

/** The dashboards by their files. @throws ZodError if Grafana would not show one as we mean it */
function readDashboards() {
  return filesOf('grafana/dashboards/*.json').map((file) => {
    const content = dashboard.parse(JSON.parse(readFileSync(join(monitoring, file), 'utf8')))
    const graphs = content.panels.filter((panel) => panel.type !== 'row')
    return { file, ...content, graphs }
  })
}

/** An expression with values for the variables of Grafana, as Prometheus gets it. */
function fillIn(expr: string): string {
  return expr.replaceAll('$__rate_interval', '1m').replace(/\$(job|instance)\b/g, '.*')
}

const dashboards = readDashboards()
const rules = filesOf('rules/*.yml').map((file) => readFileSync(join(monitoring, file), 'utf8'))

// the download takes seconds
beforeAll(() => ensurePrometheus(console.log), 180_000)

describe.each(dashboards)('the dashboard $title', ({ file, uid, graphs, links, templating }) => {
  it('asks what Prometheus understands', async () => {
    const expressions = graphs.flatMap(({ targets }) => targets.map(({ expr }) => fillIn(expr)))
    const directory = mkdtempSync(join(tmpdir(), 'jaanch-dashboard-'))
    try {
      const path = join(directory, 'rules.yml')
      // JSON is YAML
      const record = expressions.map((expr, n) => ({ record: `dashboard:expression:${n}`, expr }))
      writeFileSync(path, JSON.stringify({ groups: [{ name: uid, rules: record }] }))
      expect(await promtool('check', 'rules', path)).toMatchObject({ ok: true })
    } finally {
      rmSync(directory, { recursive: true })
    }
  })

  it('uses series that the rules record, and variables that it has', () => {
    const text = readFileSync(join(monitoring, file), 'utf8')
    for (const [recorded] of text.matchAll(/\b[a-z_]+:[a-z_]+:[a-z0-9_]+\b/g))
      expect(
        rules.some((rule) => rule.includes(`record: ${recorded}`)),
        recorded,
      ).toBe(true)
    const variables = new Set(templating.list.map(({ name }) => name))
    for (const [, name = ''] of text.matchAll(/\$\{?([a-z]\w*)/g)) expect(variables, name).toContain(name)
  })

  it('leads to entries of the runbook, and to the other dashboards', () => {
    const entries = readdirSync(join(monitoring, '../../../docs/runbook')).map(
      (file) => `\${docs}/docs/runbook/${file}`,
    )
    const all = [...links, ...graphs.flatMap((graph) => graph.links)].map(({ url }) => url)
    const others = dashboards.filter((other) => other.uid !== uid).map((other) => `/d/${other.uid}`)
    expect(all.filter((url) => !entries.includes(url))).toEqual(others)
  })
})

describe('Grafana', () => {
  it('gets a data source and the directory of the dashboards when it starts', () => {
    const read = (file: string) => parse(readFileSync(join(monitoring, 'grafana/provisioning', file), 'utf8'))
    expect(read('datasources/prometheus.yml').datasources).toMatchObject([
      { type: 'prometheus', isDefault: true },
    ])
    const [provider] = read('dashboards/jaanch.yml').providers
    expect(readFileSync(inRepository('docker-compose.yml'), 'utf8')).toContain(
      `infra/deploy/monitoring/grafana/dashboards:${provider.options.path}:ro`,
    )
  })
})
