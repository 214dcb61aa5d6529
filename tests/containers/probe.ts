/** Requests at a steady rate without any repetition: what somebody without a polite client gets. */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { headers } from '@jaanch/contracts/http/headers'
import type { Customer } from '@jaanch/tests/chaos/customer'

/** `at`: when it was sent, ms of performance.now() */
export type Probe = {
  kind: 'page' | 'list' | 'booking'
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
const giveUpAfterMs = 10_000
/** In this order: 6 lists, 2 pages and 2 bookings a second */
const kinds = ['list', 'page', 'list', 'booking', 'list', 'list', 'page', 'list', 'booking', 'list'] as const

/** @param customers take turns, because each may have 200 open bookings */
export function startProbing(url: string, customers: readonly Customer[]): Probing {
  const probes: Probe[] = []
  const pending = new Set<Promise<void>>()
  let isStopped = false

  async function probe(kind: Probe['kind'], customer: Customer): Promise<void> {
    const at = performance.now()
    const end = (status: number, isBehind = false) =>
      probes.push({ kind, at, ms: performance.now() - at, status, isBehind })
    try {
      const response = await fetch(`${url}${pathOf(kind)}`, {
        ...requestOf(kind, customer),
        signal: AbortSignal.timeout(giveUpAfterMs),
      })
      await response.text()
      end(response.status, response.headers.has(headers.readBehind))
    } catch {
      end(0)
    }
  }

  const running = (async () => {
    const startedAt = performance.now()
    for (let n = 0; !isStopped; n += 1) {
      const kind = kinds[n % kinds.length] ?? 'list'
      const customer = customers[Math.floor(n / kinds.length) % customers.length]
      if (!customer) throw new Error('There are no customers')
      const sent: Promise<void> = probe(kind, customer).then(() => void pending.delete(sent))
      pending.add(sent)
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

function pathOf(kind: Probe['kind']): string {
  return kind === 'page' ? '/' : '/api/bookings'
}

function requestOf(kind: Probe['kind'], { token, bookingRequest }: Customer): RequestInit {
  const authorization = `Bearer ${token}`
  // a connection for each: one that a killed process closed would count for it twice
  const connection = 'close'
  if (kind === 'page') return { headers: { connection } }
  if (kind === 'list') return { headers: { connection, authorization } }
  return {
    method: 'POST',
    body: JSON.stringify(bookingRequest),
    headers: {
      connection,
      authorization,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
  }
}
