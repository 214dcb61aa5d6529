/** Requests at a steady rate without any repetition: what somebody without a polite client gets. */
import { setTimeout } from 'node:timers/promises'
import { headers } from '@jaanch/contracts/http/headers'
import type { Customer } from '@jaanch/tests/support/participants'
import { type Call, sendTo } from '@jaanch/tests/support/send'

/** `at`: when it was sent, ms of performance.now() */
export type Probe = {
  kind: 'page' | 'list' | 'change'
  at: number
  ms: number
  /** 0: no answer */
  status: number
  isBehind: boolean
}

export type Probing = {
  probes: readonly Probe[]
  /** Resolves when the last request is answered or given up */
  stop(): Promise<void>
}

const everyMs = 100
/** In this order: 6 lists, 2 pages and 2 changes a second */
const kinds = ['list', 'page', 'list', 'change', 'list', 'list', 'page', 'list', 'change', 'list'] as const

export function startProbing(url: string, { token }: Customer): Probing {
  const send = sendTo(url, { timeoutMs: 10_000 })
  const calls: Record<Probe['kind'], Call> = {
    page: { method: 'GET', path: '/' },
    list: { method: 'GET', path: '/api/bookings', token },
    // an event, too
    change: { method: 'PUT', path: '/api/users/me', token, body: { name: 'A Stranger' } },
  }
  const probes: Probe[] = []
  const pending: Promise<void>[] = []
  let isStopped = false

  async function probe(kind: Probe['kind']): Promise<void> {
    const at = performance.now()
    // a connection for each: one that a killed process closed would count for it twice
    const call = { ...calls[kind], headers: { connection: 'close' } }
    const answer = await send(call).catch(() => undefined)
    const isBehind = answer?.headers.has(headers.readBehind) ?? false
    probes.push({ kind, at, ms: performance.now() - at, status: answer?.status ?? 0, isBehind })
  }

  const running = (async () => {
    const startedAt = performance.now()
    for (let n = 0; !isStopped; n += 1) {
      pending.push(probe(kinds[n % kinds.length] ?? 'list'))
      await setTimeout(Math.max(0, startedAt + (n + 1) * everyMs - performance.now()))
    }
  })()

  return {
    probes,
    async stop() {
      isStopped = true
      await running
      await Promise.all(pending)
    },
  }
}
