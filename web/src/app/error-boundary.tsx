import { RotateCw, WifiOff } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { Button } from '@/ui/button'

type State = {
  /** 'line': a page that was not opened before could not be fetched */
  failed?: 'fault' | 'line'
}

/** The last resort: a fault of ours, or a lost line, leaves a page that says so and a way on, never a blank one. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = {}

  static getDerivedStateFromError(): State {
    return { failed: navigator.onLine ? 'fault' : 'line' }
  }

  override componentDidUpdate() {
    // what could not be fetched is not asked for again by itself
    if (this.state.failed === 'line') addEventListener('online', () => location.reload(), { once: true })
  }

  override render() {
    if (!this.state.failed) return this.props.children
    const [title, text, Icon] =
      this.state.failed === 'line'
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
