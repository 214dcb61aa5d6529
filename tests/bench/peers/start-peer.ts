import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export type PeerProcess = { url: string; pid: number; close(): Promise<void> }

/** Starts a program of this folder, which prints its address when it listens. */
export async function startPeer(
  file: string,
  env: Record<string, string>,
  nodeArgs: readonly string[] = [],
): Promise<PeerProcess> {
  const child = spawn(process.execPath, [...nodeArgs, join(import.meta.dirname, file)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    url: line.toString().trim(),
    pid: child.pid ?? 0,
    async close() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
