import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { Toast } from 'radix-ui'
import type { MouseEvent } from 'react'
import { useStore } from '@/lib/store'
import { useNow } from '@/lib/timing'
import { buttonVariants } from './button'
import { closeTopDialog } from './open-dialogs'
import { type ToastAction, toasts } from './toast-store'

const icons = {
  success: <CircleCheck className="mt-0.5 size-5 shrink-0 text-success" aria-hidden />,
  error: <CircleAlert className="mt-0.5 size-5 shrink-0 text-error" aria-hidden />,
  info: <Info className="mt-0.5 size-5 shrink-0 text-info" aria-hidden />,
}

export function Toaster() {
  const message = useStore(toasts)
  return (
    <Toast.Provider swipeDirection="right">
      {message && (
        <Toast.Root
          key={message.id}
          duration={message.durationMs}
          // it came after the dialog: Radix would close it first
          onEscapeKeyDown={(event) => {
            if (!isInToast(document.activeElement) && closeTopDialog()) event.preventDefault()
          }}
          className="pointer-events-auto flex w-full animate-rise items-start gap-3 rounded-xl border bg-surface p-4 shadow-high data-[state=closed]:hidden"
        >
          {icons[message.variant]}
          <div className="min-w-0 grow text-sm">
            <p>
              <Toast.Title asChild>
                <strong className="font-semibold">{message.title}</strong>
              </Toast.Title>
              {message.description && (
                <>
                  <span className="sr-only"> - </span>
                  <Toast.Description asChild>
                    <span className="block text-ink-soft">{message.description}</span>
                  </Toast.Description>
                </>
              )}
            </p>
            {message.action && <Action {...message.action} />}
          </div>
          <Toast.Close
            aria-label="Dismiss"
            className="-m-2 grid size-11 shrink-0 place-items-center rounded-lg text-ink-soft hover:text-ink"
          >
            <X className="size-4" aria-hidden />
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport
        data-toast
        className="fixed inset-x-0 top-0 z-60 mx-auto flex w-full max-w-[420px] flex-col p-3 sm:right-0 sm:left-auto sm:mx-0 sm:p-4"
      />
    </Toast.Provider>
  )
}

function isInToast(element: Element | null): boolean {
  return element?.closest('[data-toast]') != null
}

/** Counts the seconds down until it can be pressed. It keeps the focus meanwhile, so it is not `disabled`. */
function Action({ label, notBefore, run }: ToastAction) {
  const now = useNow(250)
  const seconds = Math.ceil((notBefore - now.getTime()) / 1_000)
  const isEarly = seconds > 0

  function press(event: MouseEvent) {
    // a toast without an action stays
    if (Date.now() < notBefore) return event.preventDefault()
    run()
  }

  return (
    <Toast.Action
      // a screen reader announces it in place of the button
      altText={`${label}: F8 goes to this message.`}
      aria-disabled={isEarly || undefined}
      className={buttonVariants({
        variant: 'outline',
        className: 'mt-3 tabular-nums aria-disabled:cursor-not-allowed aria-disabled:opacity-60',
      })}
      onClick={press}
    >
      {isEarly ? `${label} in ${seconds} s` : label}
    </Toast.Action>
  )
}
