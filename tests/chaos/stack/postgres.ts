import { startPostgres } from '@jaanch/infra/local/postgres'

export type ChaosPostgres = {
  /** Its address, also after a failover */
  url: string
  /** kill -9; it starts again with what it has acknowledged. */
  crash(): void
  /** Kills the primary and promotes the standby; undefined without a standby */
  failOver?: () => Promise<void>
  stop(): Promise<void>
}

/** Small, so that little has to be filled until the disk is full. */
const settings = { max_wal_size: '256MB', min_wal_size: '64MB', shared_buffers: '128MB' }

export async function startChaosPostgres(dataDir: string): Promise<ChaosPostgres> {
  const server = await startPostgres({ dataDir, settings })
  return {
    url: server.url,
    crash() {
      const pid = server.pid()
      if (pid !== undefined) process.kill(pid, 'SIGKILL')
    },
    stop: server.stop,
  }
}
