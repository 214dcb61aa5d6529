import { render, screen } from '@testing-library/react'
import { SWRConfig } from 'swr'
import { expect, test } from 'vitest'
import { createAnalytics } from '@/testing/analytics'
import { useAnalytics } from './analytics-section'

// Regression: the sections were empty for one frame between loading and ready, which shifted the whole Overview.
test('the analytics stay loading until the numbers are rendered, without an empty frame', async () => {
  const frames: string[] = []
  function Probe() {
    const { analytics, loading } = useAnalytics()
    const state = analytics ? 'ready' : loading ? 'loading' : 'empty'
    frames.push(state)
    return <p>{state}</p>
  }
  render(
    <SWRConfig value={{ provider: () => new Map(), fetcher: async () => createAnalytics() }}>
      <Probe />
    </SWRConfig>,
  )
  await screen.findByText('ready')
  expect(frames).not.toContain('empty')
})
