import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { findFreePort } from '@jaanch/infra/local/process/ports'
import { ensurePgBouncer } from '@jaanch/infra/local/test/pgbouncer'

export type PgBouncer = {
  /** The URL of the database through it */
  url: string
  stop(): Promise<void>
}

/** Starts Debian's PgBouncer before a database, for anybody of this machine. @param settings of the section [pgbouncer] */
export async function startPgBouncer(
  databaseUrl: string,
  settings: Readonly<Record<string, string | number>>,
): Promise<PgBouncer> {
  const { program, env } = await ensurePgBouncer()
  const directory = await mkdtemp(join(tmpdir(), 'jaanch-pgbouncer-'))
  const { hostname, port, username, password, pathname } = new URL(databaseUrl)
  const own = await findFreePort()
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: own,
    unix_socket_dir: '',
    auth_type: 'any',
    ...settings,
  }
  const config = [
    '[databases]',
    `jaanch = host=${hostname} port=${port} dbname=${pathname.slice(1)} user=${username} password='${decodeURIComponent(password)}'`,
    '[pgbouncer]',
    ...Object.entries(all).map(([name, value]) => `${name} = ${value}`),
  ]
  const file = join(directory, 'pgbouncer.ini')
  await writeFile(file, `${config.join('\n')}\n`)
  // it refuses to run as root
  await Promise.all([chmod(directory, 0o755), chmod(file, 0o644)])
  const identity = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(program, [...identity, file], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await untilUp(child.stderr)
  return {
    url: `postgres://${username}:any@127.0.0.1:${own}/jaanch`,
    async stop() {
      // SIGTERM waits for its clients in newer versions
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function untilUp(stderr: Readable): Promise<void> {
  let output = ''
  for await (const chunk of stderr.iterator({ destroyOnReturn: false })) {
    output += chunk
    if (output.includes('process up')) break
  }
  if (!output.includes('process up')) throw new Error(`PgBouncer did not start:\n${output}`)
  stderr.resume()
}
