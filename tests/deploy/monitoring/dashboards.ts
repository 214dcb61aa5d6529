import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { filesOf, monitoring } from './promtool.ts'

const position = z.object({
  x: z.int().min(0),
  y: z.int().min(0),
  w: z.int().min(1).max(24),
  h: z.int().min(1),
})
export type Position = z.infer<typeof position>

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

/** What we use of Grafana's dashboards, as version 39 of their schema has it (Grafana 10.3 and later). */
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
export function readDashboards() {
  return filesOf('grafana/dashboards/*.json').map((file) => {
    const content = dashboard.parse(JSON.parse(readFileSync(join(monitoring, file), 'utf8')))
    const graphs = content.panels.filter((panel) => panel.type !== 'row')
    return { file, ...content, graphs }
  })
}

/** Whether two panels cover the same place. */
export function overlap(one: Position, other: Position): boolean {
  const beside = one.x + one.w <= other.x || other.x + other.w <= one.x
  const below = one.y + one.h <= other.y || other.y + other.h <= one.y
  return !beside && !below
}

/** An expression with values for the variables of Grafana, as Prometheus gets it. */
export function fillIn(expr: string): string {
  return expr.replaceAll('$__rate_interval', '1m').replace(/\$(job|instance)\b/g, '.*')
}
