import { WifiOff } from 'lucide-react'
import { useSession } from '@/lib/session/session-context'
import { Button } from '@/ui/button'

/** There is a token, but the API does not respond: the session repeats the check. */
export function Unreachable() {
  const { recheck } = useSession()
  return (
    <main className="grid min-h-dvh place-items-center px-6 text-center">
      <div role="status">
        <span className="mx-auto grid size-14 place-items-center rounded-full bg-accent-soft text-accent-ink">
          <WifiOff className="size-6" aria-hidden />
        </span>
        <h1 className="mt-4 font-semibold text-xl">Reconnecting…</h1>
        <p className="mt-1 max-w-sm text-ink-soft">
          Jaanch can't be reached at the moment. You stay signed in, and this page opens by itself.
        </p>
        <Button className="mt-5" onClick={() => void recheck()}>
          Try again
        </Button>
      </div>
    </main>
  )
}
