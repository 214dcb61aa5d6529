import { cleanup, render } from '@testing-library/react'
import type { ReactElement, ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach } from 'vitest'
import { clearCache } from '@/lib/cache/live-cache'
import { swrConfig } from '@/lib/cache/swr-config'
import { SessionContext, type SessionUser } from '@/lib/session/session-context'
import { createSession } from './session'

afterEach(() => {
  cleanup()
  clearCache()
})

const config = { ...swrConfig, dedupingInterval: 0, onError: () => {} }

/**
 * Renders a screen, or a part of one, with an empty cache of answers.
 * @param user whose session it shows; without one it shows that of a visitor
 * @param path the address at which it opens
 */
export function renderScreen(
  screen: ReactElement,
  { user, path = '/' }: { user?: Partial<SessionUser>; path?: string } = {},
) {
  const session = createSession(user)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SWRConfig value={config}>
      <SessionContext value={session}>
        <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
      </SessionContext>
    </SWRConfig>
  )
  return render(screen, { wrapper })
}
