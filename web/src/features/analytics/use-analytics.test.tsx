import { cleanup, render, screen } from '@testing-library/react'
import { SWRConfig } from 'swr'
import { afterEach, expect, test } from 'vitest'
import { someAnalytics } from '@/testing/analytics'
import { useAnalytics } from './use-analytics'

afterEach(cleanup)

// the sections were gone for one frame between loading and shown, and the whole Overview jumped
test('is loading until the numbers are shown, with no frame between', async () => {
  const frames: string[] = []
  function Watching() {
    const { analytics, loading } = useAnalytics()
    const is = analytics ? 'shown' : loading ? 'loading' : 'gone'
    frames.push(is)
    return <p>{is}</p>
  }
  render(
    <SWRConfig value={{ provider: () => new Map(), fetcher: async () => someAnalytics() }}>
      <Watching />
    </SWRConfig>,
  )
  await screen.findByText('shown')
  expect(frames).not.toContain('gone')
})
