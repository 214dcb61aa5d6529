import { RotateCw, WifiOff } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { cn } from '@/lib/class-names'
import { isFailureKept } from '@/lib/parts/load-chunk'
import { isOutdated, reloadOnce } from '@/lib/parts/release'
import { isAnythingTyped } from '@/lib/parts/typed'
import { useNow } from '@/lib/timing'
import { Button } from './button'
import { IconSpot } from './icon-spot'
import { SupportContact } from './support-contact'

type Failure = {
  isRepeated: boolean
  onRetry: () => void
}

/** In place of a part that could not be loaded, in its size. */
export function FailedPart({ className, ...failure }: Failure & { className?: string | undefined }) {
  return (
    <div
      role="alert"
      className={cn(
        'grid min-h-24 place-content-center justify-items-center gap-3 rounded-xl bg-sunken p-4 text-center',
        className,
      )}
    >
      <p className="font-semibold">This part could not be loaded.</p>
      <WhatToDo {...failure} />
    </div>
  )
}

export function FailedPage(failure: Failure) {
  const isOffline = !navigator.onLine
  return (
    <div className="grid min-h-[60dvh] place-items-center px-6 text-center">
      <div role="alert" className="grid justify-items-center gap-3">
        {isOffline && (
          <IconSpot icon={WifiOff} className="size-14 rounded-full bg-accent-soft text-accent-ink" />
        )}
        <h1 className="font-semibold text-xl">
          {isOffline ? 'Reconnecting…' : 'This page could not be loaded.'}
        </h1>
        <WhatToDo {...failure} isPage />
        {!isOffline && failure.isRepeated && (
          <SupportContact lead="If it does not help:" className="justify-center text-ink-soft" />
        )}
      </div>
    </div>
  )
}

/** In place of a dialog: a small native one, which needs no code that may be missing, too. The page behind it stays as it is. */
export function FailedDialog({ onClose, ...failure }: Failure & { onClose: () => void }) {
  const titleId = useId()
  return (
    <dialog
      ref={(dialog) => {
        if (dialog && !dialog.open) dialog.showModal()
      }}
      aria-labelledby={titleId}
      className="pointer-events-auto m-auto w-[calc(100%-2rem)] max-w-sm rounded-2xl border bg-surface p-6 text-center text-ink shadow-high backdrop:bg-[oklch(0.2_0.03_210/0.55)]"
      onClose={onClose}
    >
      <div className="grid justify-items-center gap-3">
        <h2 id={titleId} className="font-semibold text-base">
          This part could not be loaded.
        </h2>
        <WhatToDo {...failure}>
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
        </WhatToDo>
      </div>
    </dialog>
  )
}

type WhatToDoProps = Failure & { isPage?: boolean; children?: ReactNode }

/** Try again, which the browser does itself when it is online again; or load the page again, if nothing would be lost. */
function WhatToDo({ isRepeated, onRetry, isPage = false, children }: WhatToDoProps) {
  const [isOld, setOld] = useState(false)
  const [isTrying, setTrying] = useState(false)
  // a dialog with what was entered may have been closed
  useNow(2_000)
  const isOffline = !navigator.onLine
  const canReload = (isOld || isRepeated) && !isOffline
  const wouldLose = isAnythingTyped()

  function retry() {
    setTrying(true)
    onRetry()
  }
  const onOnline = useEffectEvent(retry)

  useEffect(() => {
    addEventListener('online', onOnline)
    return () => removeEventListener('online', onOnline)
  }, [])
  useEffect(() => {
    let isShown = true
    // no attempt could succeed on this page, on which there is nothing to lose
    if (isPage && navigator.onLine && isFailureKept() && !isAnythingTyped() && reloadOnce()) return
    void isOutdated().then((isOther) => {
      if (!isShown || !isOther) return
      // on a page that did not appear there is nothing to lose
      if (isPage && !isAnythingTyped() && reloadOnce()) return
      setOld(true)
    })
    return () => {
      isShown = false
    }
  }, [isPage])

  return (
    <>
      {isOffline && (
        <p className="max-w-sm text-balance text-ink-soft">
          {isPage
            ? 'This page was not opened before, and there is no connection. It opens by itself.'
            : 'There is no connection. It loads by itself when there is one.'}
        </p>
      )}
      {canReload && (
        <p className="max-w-sm text-balance text-ink-soft">
          {isOld && 'Jaanch was updated. '}
          {wouldLose
            ? 'Please finish what you have entered on this page, then load the page again.'
            : 'Please load the page again.'}
        </p>
      )}
      <div className="flex flex-wrap justify-center gap-3">
        {children}
        <Button loading={isTrying} variant={canReload ? 'outline' : 'primary'} onClick={retry}>
          Try again
        </Button>
        {canReload && !wouldLose && (
          <Button icon={RotateCw} onClick={() => location.reload()}>
            Reload
          </Button>
        )}
      </div>
    </>
  )
}
