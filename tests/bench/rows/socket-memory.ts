import { setTimeout } from 'node:timers/promises'
import { openSockets } from '../load/open-sockets.ts'
import { startPeer } from '../peers/start-peer.ts'
import type { Group } from '../row.ts'
import { residentBytes } from '../stack/cpu.ts'

/** Resident memory after a collection of garbage, with and without the clients, which are in another process. */
export const socketMemory: Group = {
  rows: [
    {
      name: 'memory per connected socket, 5,000 clients',
      unit: 'bytes',
      better: 'lower',
      peerName: 'bare Socket.IO',
    },
  ],
  rounds: 3,
  async open({ stack, isQuick }) {
    const ours = await stack('large')
    const clients = isQuick ? 500 : 5_000
    async function perSocket(url: string, pid: number, token: string | null): Promise<number> {
      const before = await collected(pid)
      const tokens = Array.from({ length: clients }, () => token)
      const sockets = await openSockets(url, tokens)
      const after = await collected(pid)
      await sockets.close()
      return (after - before) / clients
    }
    return {
      async measure() {
        // a new process each, because memory that was used once stays with a process
        await ours.stop('api')
        ours.start('api')
        await untilReadyAgain(ours.url)
        const bytes = await perSocket(ours.url, ours.pidOf('api'), ours.accounts.customer.token)
        const bare = await startPeer('bare-socket.ts', { DATABASE_URL: ours.databaseUrl }, ['--expose-gc'])
        const peer = await perSocket(bare.url, bare.pid, null)
        await bare.close()
        return [{ ours: bytes, peer }]
      },
    }
  },
}

async function untilReadyAgain(url: string): Promise<void> {
  for (;;) {
    if ((await fetch(`${url}/api/ready`).catch(() => undefined))?.ok) return
    await setTimeout(50)
  }
}

/** Lets the process collect its garbage. @returns its resident memory */
async function collected(pid: number): Promise<number> {
  for (let n = 0; n < 3; n += 1) {
    process.kill(pid, 'SIGUSR2')
    await setTimeout(700)
  }
  return residentBytes(pid)
}
