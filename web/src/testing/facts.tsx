import type { AllStatedFacts } from '@jaanch/insight/facts/api'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { swrConfig } from '@/lib/cache/swr-config'
import { SessionContext } from '@/lib/session/session-context'
import { createSession } from './session'

/** Shows its content to an owner, in an installation with these facts. */
export function WithFacts({ facts, children }: { facts: AllStatedFacts; children: ReactNode }) {
  const cache = new Map([['/api/facts', { data: facts }]])
  return (
    <SWRConfig value={{ ...swrConfig, provider: () => cache as never }}>
      <SessionContext value={createSession({ role: 'admin' })}>
        <MemoryRouter>{children}</MemoryRouter>
      </SessionContext>
    </SWRConfig>
  )
}
