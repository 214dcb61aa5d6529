import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensurePrometheus } from '@jaanch/infra/local/test/programs'
import { beforeAll, expect, it } from 'vitest'
import { promtool } from '../monitoring/promtool.ts'
import { ofKind } from './objects.ts'
import { renderOverlays } from './render.ts'

beforeAll(async () => {
  await ensurePrometheus(console.log)
  await renderOverlays()
})

/** The query by which KEDA scales a Deployment of the overlay ha */
async function queryOf(deployment: string): Promise<string> {
  const { ha } = await renderOverlays()
  const scaler = ofKind(ha, 'ScaledObject').find(({ metadata }) => metadata.name === deployment)
  const trigger = scaler?.spec.triggers.find(({ type }: { type: string }) => type === 'prometheus')
  return trigger?.metadata.query ?? ''
}

/** Lets Prometheus answer the query. @param series by their names with labels */
async function expectAnswer(expr: string, series: Record<string, number>, value: number): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'jaanch-scaling-'))
  const input = Object.entries(series).map(([name, each]) => ({ series: name, values: `${each}x5` }))
  const promql = { expr, eval_time: '2m', exp_samples: [{ labels: '{}', value }] }
  try {
    const file = join(directory, 'queries.test.yml')
    const tests = [{ interval: '1m', input_series: input, promql_expr_test: [promql] }]
    await writeFile(file, JSON.stringify({ tests }))
    expect(await promtool('test', 'rules', file)).toMatchObject({ ok: true })
  } finally {
    await rm(directory, { recursive: true })
  }
}

it('API processes are counted by the sockets of all of them', async () => {
  const sockets = (instance: string) => `jaanch_sockets{job="jaanch-api",instance="${instance}"}`
  await expectAnswer(await queryOf('api'), { [sockets('a')]: 4_000, [sockets('b')]: 2_500 }, 6_500)
})

it('workers are counted by the oldest work of a consumer for which much waits', async () => {
  const query = await queryOf('workers')
  // every API process reports the same, at another moment
  const series = (consumer: string, age: number, waiting: number, instance = 'a') => ({
    [`jaanch_work_oldest_seconds{consumer="${consumer}",instance="${instance}"}`]: age,
    [`jaanch_work_rows{consumer="${consumer}",instance="${instance}",state="waiting"}`]: waiting,
    [`jaanch_work_rows{consumer="${consumer}",instance="${instance}",state="failing"}`]: 500,
  })
  const orders = { ...series('orders', 38, 900), ...series('orders', 40, 880, 'b') }
  await expectAnswer(query, { ...orders, ...series('reports', 3_600, 3) }, 40)
  await expectAnswer(query, series('reports', 3_600, 3), 0)
  await expectAnswer(query, { up: 1 }, 0)
})
