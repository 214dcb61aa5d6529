import { type ReactNode, StrictMode } from 'react'
import { ErrorBoundary } from './error-boundary'

/** What stands around the client, in a browser as in the build that renders the landing page. */
export function Root({ children }: { children: ReactNode }) {
  return (
    <StrictMode>
      <ErrorBoundary>{children}</ErrorBoundary>
    </StrictMode>
  )
}
