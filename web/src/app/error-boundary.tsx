import { RotateCw } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { Button } from '@/ui/button'

/** The last resort: a fault of ours leaves a page that says so and a way on, never a blank one. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <main className="grid min-h-dvh place-items-center px-6 text-center">
        <div role="alert">
          <h1 className="font-semibold text-xl">Something went wrong</h1>
          <p className="mt-1 text-ink-soft">Nothing that you booked is lost. Please load the page again.</p>
          <Button className="mt-5" onClick={() => location.reload()}>
            <RotateCw aria-hidden />
            Reload
          </Button>
        </div>
      </main>
    )
  }
}
