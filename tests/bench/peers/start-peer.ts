import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { toolEnvironment } from '@jaanch/infra/local/paths'

type Peer = { url: string }

const started = new Map<string, Promise<Peer>>()
/** The process ids of the programs that were started */
export const peerPids: number[] = []

/**
 * Starts a program once, which prints its address when it listens, and ends with this process.
 * @param databaseUrl where it has its tables
 */
export function startPeer(program: URL, databaseUrl: string): Promise<Peer> {
  const peer = started.get(program.href) ?? start(program, databaseUrl)
  started.set(program.href, peer)
  return peer
}

async function start(program: URL, databaseUrl: string): Promise<Peer> {
  const child = spawn(process.execPath, [fileURLToPath(program)], {
    env: { ...toolEnvironment(), DATABASE_URL: databaseUrl, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => child.kill())
  peerPids.push(child.pid ?? 0)
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: line.toString().trim() }
}
