import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@jaanch/infra/local/process/ports'
import {
  listProcesses,
  loadLocalConfig,
  localUrl,
  prometheusTargets,
  serviceEnvironment,
  startProcess,
  waitUntilReady,
} from '@jaanch/infra/local/start/services'
import { ensurePrometheus } from '@jaanch/infra/local/test/programs'
import { operationsRunCalls } from '@jaanch/operations/runs/api'
import { createTestDatabase, type TestDatabase } from '@jaanch/tests/support/database'
import { createAdmin, createApprovedLab, createCustomer, createPackage } from '@jaanch/tests/support/people'
import { createBookingInStatus } from '@jaanch/tests/support/reports'
import { ownRedisDatabase, testSecret } from '@jaanch/tests/support/stack'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { exportedNames, readMonitoring, textFileNames } from './metrics-named.ts'

let database: TestDatabase
let prometheus: Prometheus
let url: string
const directory = mkdtempSync(join(tmpdir(), 'jaanch-scrape-'))
const parts: { stop(): Promise<unknown> }[] = []

describe('Prometheus', () => {
  beforeAll(async () => {
    database = await createTestDatabase()
    const config = loadLocalConfig({
      PORT: String(await findFreePort()),
      DATA_DIR: directory,
      DEMO: '0',
      LIMIT_SCALE: '1000',
    })
    const env = serviceEnvironment(config, {
      DATABASE_URL: database.serviceUrl,
      REDIS_URL: ownRedisDatabase(inject('redisUrl')),
      JWT_SECRET: testSecret,
      LIMIT_SCALE: String(config.limitScale),
      ACCESS_LOG: join(directory, 'requests'),
    })
    const processes = await listProcesses(1, findFreePort)
    const targets = join(directory, 'metrics-targets.json')
    writeFileSync(targets, JSON.stringify(prometheusTargets(processes, config.metricsHost)))
    for (const each of processes)
      parts.push(startProcess(each, { dataDir: directory, metricsHost: config.metricsHost, env, log() {} }))
    prometheus = await startPrometheus(targets)
    parts.push(prometheus)
    url = localUrl(config)
    await waitUntilReady(url, new AbortController().signal)
  })
  afterAll(async () => {
    for (const part of parts.toReversed()) await part.stop()
    await database?.drop()
    rmSync(directory, { recursive: true, force: true })
  })

  it('collects from all processes every metric that is declared, and so every one that a dashboard or an alert names', async () => {
    const up = { api: 'up', workers: 'up', projector: 'up' }
    await expect.poll(() => prometheus.health()).toEqual(up)

    const stack = { url, database }
    const admin = await createAdmin(stack)
    const [customer, lab, packageId] = await Promise.all([
      createCustomer(stack),
      createApprovedLab(url, admin),
      createPackage(database),
    ])
    await createBookingInStatus('completed', { customer, lab, admin, packageId })
    await admin.client.call(operationsRunCalls.requestRun, {
      body: { kind: 'verify', reason: 'its metrics', key: randomUUID() },
    })

    const named = [...readMonitoring().values()].flat().filter((name) => !textFileNames.has(name))
    const wanted = [...new Set([...exportedNames, ...named])]
    await expect
      .poll(async () => {
        const found = await prometheus.names()
        return wanted.filter((name) => !found.has(name))
      })
      .toEqual([])
    await expect.poll(() => prometheus.health()).toEqual(up)
  })
})

type Prometheus = {
  /** The health of each target, by its label `process`: 'up', 'down' or 'unknown' */
  health(): Promise<Record<string, string>>
  /** The names of all metrics that it has stored */
  names(): Promise<Set<string>>
  stop(): Promise<void>
}

/** Starts Debian's Prometheus. @param targets a file of targets, as `npm start` writes it */
async function startPrometheus(targets: string): Promise<Prometheus> {
  const program = await ensurePrometheus()
  const directory = await mkdtemp(join(tmpdir(), 'jaanch-prometheus-'))
  const config = {
    // a busy machine may need seconds to answer
    global: { scrape_interval: '5s', scrape_timeout: '5s' },
    scrape_configs: [{ job_name: 'jaanch', file_sd_configs: [{ files: [targets] }] }],
  }
  // YAML contains JSON
  await writeFile(join(directory, 'prometheus.yml'), JSON.stringify(config))
  const address = `127.0.0.1:${await findFreePort()}`
  const child = spawn(
    program,
    [
      `--config.file=${join(directory, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(directory, 'data')}`,
      `--web.listen-address=${address}`,
    ],
    { stdio: 'ignore' },
  )

  /** @returns undefined while it does not answer yet */
  async function ask<Data>(path: string): Promise<Data | undefined> {
    const answer = await fetch(`http://${address}/api/v1/${path}`).catch(() => undefined)
    return answer?.ok ? ((await answer.json()) as { data: Data }).data : undefined
  }

  return {
    async health() {
      type Targets = { activeTargets: { labels: { process: string }; health: string }[] }
      const { activeTargets = [] } = (await ask<Targets>('targets?state=active')) ?? {}
      return Object.fromEntries(activeTargets.map(({ labels, health }) => [labels.process, health]))
    },
    names: async () => new Set(await ask<string[]>('label/__name__/values')),
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      await rm(directory, { recursive: true, force: true })
    },
  }
}
