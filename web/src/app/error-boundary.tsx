import { RotateCw, WifiOff } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { Button } from '@/ui/button'

type State = {
  /** 'offline': the code of a page that was not opened before could not be fetched */
  failure?: 'error' | 'offline'
}

/** Shows an error page with a reload button instead of a blank page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = {}

  static getDerivedStateFromError(): State {
    return { failure: navigator.onLine ? 'error' : 'offline' }
  }

  override componentDidUpdate() {
    // A failed import is not repeated, so the page has to be loaded again.
    if (this.state.failure === 'offline') addEventListener('online', () => location.reload(), { once: true })
  }

  override render() {
    if (!this.state.failure) return this.props.children
    const [title, text, Icon] =
      this.state.failure === 'offline'
        ? ([
            'Reconnecting…',
            'This page was not opened before, and there is no connection. It opens by itself.',
            WifiOff,
          ] as const)
        : ([
            'Something went wrong',
            'Nothing that you booked is lost. Please load the page again.',
            undefined,
          ] as const)
    return (
      <main className="grid min-h-dvh place-items-center px-6 text-center">
        <div role="alert">
          {Icon && (
            <span className="mx-auto mb-4 grid size-14 place-items-center rounded-full bg-accent-soft text-accent-ink">
              <Icon className="size-6" aria-hidden />
            </span>
          )}
          <h1 className="font-semibold text-xl">{title}</h1>
          <p className="mt-1 max-w-sm text-ink-soft">{text}</p>
          <Button className="mt-5" onClick={() => location.reload()}>
            <RotateCw aria-hidden />
            Reload
          </Button>
        </div>
      </main>
    )
  }
}
