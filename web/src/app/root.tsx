import { RotateCw } from 'lucide-react'
import { Component, type ReactNode, StrictMode } from 'react'
import { Button } from '@/ui/button'
import { SupportContact } from '@/ui/support-contact'

const texts = {
  title: 'Something went wrong',
  text: 'Nothing that you booked is lost. Please load the page again.',
  reload: 'Reload',
}

/** Wraps the client, in the browser and in the prerender of the build. */
export function Root({ children }: { children: ReactNode }) {
  return (
    <StrictMode>
      <ErrorBoundary>{children}</ErrorBoundary>
    </StrictMode>
  )
}

/** Shows an error page with a reload button instead of a blank page. */
class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <main className="grid min-h-dvh place-items-center px-6 text-center">
        <div role="alert">
          <h1 className="font-semibold text-xl">{texts.title}</h1>
          <p className="mt-1 max-w-sm text-ink-soft">{texts.text}</p>
          <Button icon={RotateCw} className="mt-5" onClick={() => location.reload()}>
            {texts.reload}
          </Button>
          <SupportContact lead="Questions?" className="mt-4 justify-center text-ink-soft" />
        </div>
      </main>
    )
  }
}
