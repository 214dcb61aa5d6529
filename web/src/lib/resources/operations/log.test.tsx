import { render, screen } from '@testing-library/react'
import { SWRConfig } from 'swr'
import { expect, it, vi } from 'vitest'
import { swrConfig } from '../../cache/swr-config'
import { operationsWatch } from '../../live/watch'
import { useOperations } from './log'

function Head() {
  return <p>head {useOperations().data?.head}</p>
}

it('a component that shows the state of the log watches it while it is mounted', async () => {
  vi.stubGlobal('fetch', async () => new Response('{"head":7}'))
  const emit = vi.fn()
  const detach = operationsWatch.attach({ connected: true, emit, on: vi.fn(), off: vi.fn() } as never)
  const shown = render(
    <SWRConfig value={{ ...swrConfig, provider: () => new Map() }}>
      <Head />
      <Head />
    </SWRConfig>,
  )
  expect(await screen.findAllByText('head 7')).toHaveLength(2)
  expect(emit.mock.calls).toEqual([['watch-operations', true]])
  shown.unmount()
  expect(emit.mock.calls.slice(1)).toEqual([['watch-operations', false]])
  detach()
})
