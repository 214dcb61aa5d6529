import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@jaanch/infra/local/process/ports'
import { ensurePrometheus } from '@jaanch/infra/local/test/prometheus'

export type Prometheus = {
  /** The health of each target, by its label `process`: 'up', 'down' or 'unknown' */
  health(): Promise<Record<string, string>>
  /** The names of all metrics that it has stored */
  names(): Promise<Set<string>>
  stop(): Promise<void>
}

/** Starts Debian's Prometheus. @param targets a file of targets, as `npm start` writes it, collected each second */
export async function startPrometheus(targets: string): Promise<Prometheus> {
  const { prometheus: program } = await ensurePrometheus()
  const directory = await mkdtemp(join(tmpdir(), 'jaanch-prometheus-'))
  const config = {
    global: { scrape_interval: '1s', scrape_timeout: '1s' },
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
