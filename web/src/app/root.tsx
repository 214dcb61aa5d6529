import { type ReactNode, StrictMode } from 'react'
import { ErrorBoundary } from './error-boundary'

/** Wraps the client, in the browser and in the prerender of the build. */
export function Root({ children }: { children: ReactNode }) {
  return (
    <StrictMode>
      <ErrorBoundary>{children}</ErrorBoundary>
    </StrictMode>
  )
}
