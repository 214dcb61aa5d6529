import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { expect, test, vi } from 'vitest'
import { swrConfig } from '@/lib/cache/swr-config'
import { tokenKey } from '@/lib/http/token'
import { useSession } from '@/lib/session/session-context'
import { SessionProvider } from '@/lib/session/session-provider'
import { Home } from './home'

function HomeOfUser() {
  return useSession().state.status === 'signed-in' ? <Home /> : null
}

test.each([null, ''])('a user whose name is %j is greeted as User', async (name) => {
  localStorage.setItem(tokenKey, 't1')
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(url === '/api/users/me' ? { id: 'u1', role: 'customer', name } : []),
  )
  render(
    <SWRConfig value={{ ...swrConfig, provider: () => new Map() }}>
      <SessionProvider>
        <MemoryRouter>
          <HomeOfUser />
        </MemoryRouter>
      </SessionProvider>
    </SWRConfig>,
  )
  expect(await screen.findByRole('heading', { name: 'Hello, User' })).toBeTruthy()
})
