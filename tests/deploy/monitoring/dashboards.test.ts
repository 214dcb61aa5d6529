import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inRepository } from '@jaanch/infra/local/paths'
import { ensurePrometheus } from '@jaanch/infra/local/test/prometheus'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { fillIn, overlap, readDashboards } from './dashboards.ts'
import { filesOf, monitoring, promtool } from './promtool.ts'

const dashboards = readDashboards()
const rules = filesOf('rules/*.yml').map((file) => readFileSync(join(monitoring, file), 'utf8'))

// the download takes seconds
beforeAll(() => ensurePrometheus(console.log), 180_000)

describe.each(dashboards)('the dashboard $title', ({ file, uid, panels, graphs, links, templating }) => {
  it('has panels with ids of their own, which fit beside each other', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    for (const [n, { title, gridPos }] of panels.entries()) {
      expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24)
      for (const other of panels.slice(n + 1))
        expect(overlap(gridPos, other.gridPos), `${title}, ${other.title}`).toBe(false)
    }
  })

  it('has panels of different titles', () => {
    const titles = panels.map(({ title }) => title)
    expect(titles.filter((title, n) => titles.indexOf(title) !== n)).toEqual([])
  })

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

  it('leads to entries of the runbook, and to the other dashboard', () => {
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
