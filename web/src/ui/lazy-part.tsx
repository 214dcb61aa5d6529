import {
  Component,
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  Suspense,
  startTransition,
} from 'react'
import { FailedDialog, FailedPage, FailedPart } from './part-failure'

type Load<Props> = () => Promise<ComponentType<Props>>

/** A part of a page whose code loads when it is shown. If that fails, it says so in its place. @param className its size then */
export function lazyPart<Props extends object>(load: Load<Props>, className?: string): ComponentType<Props> {
  return retriable(load, (failure) => <FailedPart {...failure} className={className} />)
}

export function lazyPage<Props extends object>(load: Load<Props>): ComponentType<Props> {
  return retriable(load, (failure) => <FailedPage {...failure} />)
}

/** As `lazyPart`, for what opens above the page: nothing is shown before it has loaded, and it can be closed if it fails. */
export function lazyDialog<Props extends { onClose: () => void }>(load: Load<Props>): ComponentType<Props> {
  const Part = retriable(load, (failure, { onClose }) => <FailedDialog {...failure} onClose={onClose} />)
  return (props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  )
}

class PartNotLoaded extends Error {
  override name = 'PartNotLoaded'
}

type State = { failure: { of: unknown; error: unknown } | undefined; attempts: number }
type Failure = { isRepeated: boolean; onRetry: () => void }

/** `lazy` keeps a failure for ever: after one was shown, the next attempt has another component. */
function retriable<Props extends object>(
  load: Load<Props>,
  fallback: (failure: Failure, props: Props) => ReactNode,
): ComponentType<Props> {
  let current = begin()

  function begin(): LazyExoticComponent<ComponentType<Props>> {
    return lazy(async () => {
      try {
        return { default: await load() }
      } catch (cause) {
        throw new PartNotLoaded('A part of the page could not be loaded', { cause })
      }
    })
  }

  class Part extends Component<Props, State> {
    override state: State = { failure: undefined, attempts: 1 }

    static getDerivedStateFromError(error: unknown) {
      return { failure: { of: current, error } }
    }

    /** Not while it renders: React renders again before it shows an error, which would begin attempts without end. */
    #begin(failed: unknown) {
      if (current === failed) current = begin()
    }

    override componentWillUnmount() {
      if (this.state.failure) this.#begin(this.state.failure.of)
    }

    #retry = () => {
      this.#begin(this.state.failure?.of)
      // the failure stays on the screen until the part has loaded, or failed again
      startTransition(() => this.setState(({ attempts }) => ({ failure: undefined, attempts: attempts + 1 })))
    }

    override render() {
      const { failure, attempts } = this.state
      const Loaded = current as ComponentType<Props>
      if (!failure) return <Loaded {...this.props} />
      if (!(failure.error instanceof PartNotLoaded)) throw failure.error
      const shown = fallback({ isRepeated: attempts > 1, onRetry: this.#retry }, this.props)
      return <Attempt key={attempts}>{shown}</Attempt>
    }
  }
  return Part
}

/** Each attempt has its own copy, with its own state */
function Attempt({ children }: { children: ReactNode }) {
  return children
}
