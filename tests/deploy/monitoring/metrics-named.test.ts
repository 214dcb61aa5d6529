import { describe, expect, it } from 'vitest'
import { exportedNames, metricsNamed, readMonitoring, textFileNames } from './metrics-named.ts'

describe('the metrics that a file names', () => {
  it('are found in the queries of dashboards and in the expressions of rules, each once', () => {
    const dashboard = JSON.stringify({
      panels: [
        {
          targets: [{ expr: 'sum by (le) (rate(jaanch_append_duration_seconds_bucket{job="jaanch"}[5m]))' }],
        },
        { targets: [{ expr: 'max(jaanch_log_head) - max(jaanch_log_head offset 1m)' }] },
      ],
    })
    const rules = [
      '- record: jaanch:availability:ratio_rate5m',
      '  expr: sum(rate(jaanch_http_request_duration_seconds_count{status!~"5.."}[5m]))',
      '- alert: JaanchSlow',
      '  expr: job:jaanch_recorded:rate5m > 1',
    ].join('\n')
    expect(metricsNamed(dashboard)).toEqual(['jaanch_append_duration_seconds_bucket', 'jaanch_log_head'])
    expect(metricsNamed(rules)).toEqual(['jaanch_http_request_duration_seconds_count'])
  })
})

describe('the dashboards and the rules', () => {
  it('name only metrics that the services export, or backups write', () => {
    for (const [file, names] of readMonitoring())
      expect(
        names.filter((name) => !exportedNames.has(name) && !textFileNames.has(name)),
        file,
      ).toEqual([])
  })
})
