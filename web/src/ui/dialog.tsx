import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from '@/lib/class-names'
import { Button } from './button'
import { useOpenDialog, useReturnFocus } from './open-dialogs'

type DialogProps = {
  onClose: () => unknown
  title: ReactNode
  description?: ReactNode
  /** Fixed below the scrolling content */
  footer?: ReactNode
  className?: string
  children: ReactNode
}

/** A bottom sheet on phones, a centred window elsewhere. Mount it only while it is open. */
export function Dialog({ onClose, title, description, footer, className, children }: DialogProps) {
  useOpenDialog(onClose)
  const returnFocus = useReturnFocus()
  const describedBy = description ? {} : { 'aria-describedby': undefined }
  return (
    <Primitive.Root open onOpenChange={() => void onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-50 animate-fade bg-[oklch(0.2_0.03_210/0.55)]" />
        <Primitive.Content
          {...describedBy}
          {...returnFocus}
          className={cn(
            'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] animate-rise flex-col rounded-t-2xl border bg-surface shadow-high sm:inset-0 sm:m-auto sm:h-fit sm:max-h-[86dvh] sm:w-[calc(100%-2rem)] sm:max-w-lg sm:rounded-2xl',
            className,
          )}
        >
          <div className="flex items-start gap-3 border-b px-5 pt-4 pb-3">
            <div className="min-w-0 grow pt-1.5">
              <Primitive.Title className="font-semibold text-xl">{title}</Primitive.Title>
              {description && (
                <Primitive.Description className="mt-1 text-pretty text-ink-soft">
                  {description}
                </Primitive.Description>
              )}
            </div>
            <Primitive.Close
              aria-label="Close"
              className="-mr-2 grid size-11 shrink-0 place-items-center rounded-lg text-ink-soft hover:bg-sunken hover:text-ink"
            >
              <X className="size-5" aria-hidden />
            </Primitive.Close>
          </div>
          <section
            aria-label="Content"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
            tabIndex={0}
            className="min-h-0 grow overflow-y-auto overscroll-contain px-5 py-4 -outline-offset-2"
          >
            {children}
          </section>
          {footer && (
            <div className="flex flex-wrap justify-end gap-3 border-t px-5 pt-3 max-sm:*:grow pb-[max(0.75rem,env(safe-area-inset-bottom))]">
              {footer}
            </div>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

type DialogActionsProps = {
  submitLabel: ReactNode
  loading: boolean
  onCancel: () => void
  form?: string
  onSubmit?: () => void
  extraAction?: ReactNode
  isDangerous?: boolean
  /** There is nothing to submit */
  disabled?: boolean
}

export function DialogActions({
  submitLabel,
  loading,
  onCancel,
  form,
  onSubmit,
  extraAction,
  isDangerous = false,
  disabled = false,
}: DialogActionsProps) {
  return (
    <>
      <Button variant="outline" onClick={onCancel}>
        Cancel
      </Button>
      {extraAction}
      <Button
        type={form ? 'submit' : 'button'}
        form={form}
        variant={isDangerous ? 'danger' : 'primary'}
        loading={loading}
        disabled={disabled}
        onClick={onSubmit}
      >
        {submitLabel}
      </Button>
    </>
  )
}
