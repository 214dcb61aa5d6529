import { AlertDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { buttonVariants } from './button'
import { useOpenDialog, useReturnFocus } from './open-dialogs'

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description: ReactNode
  /** Missing: there is nothing to confirm, only something to read */
  confirmLabel?: string | undefined
  cancelLabel: string
  /** The variant of the confirming button; the default is for removals. `outline`: not to confirm is the usual answer */
  variant?: 'danger' | 'primary' | 'outline'
  onConfirm: () => unknown
}

export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel,
  variant = 'danger',
  onConfirm,
}: ConfirmDialogProps) {
  useOpenDialog(() => onOpenChange(false), open)
  const returnFocus = useReturnFocus()
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-40 animate-fade bg-[oklch(0.2_0.03_210/0.55)]" />
        <AlertDialog.Content
          {...returnFocus}
          className="fixed inset-0 z-50 m-auto h-fit w-[calc(100%-2rem)] max-w-md animate-rise rounded-2xl border bg-surface p-6 shadow-high"
        >
          <AlertDialog.Title className="font-semibold text-xl">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-ink-soft">{description}</AlertDialog.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:*:grow">
            <AlertDialog.Cancel
              className={buttonVariants({ variant: variant === 'outline' ? 'primary' : 'outline' })}
            >
              {cancelLabel}
            </AlertDialog.Cancel>
            {confirmLabel && (
              <AlertDialog.Action className={buttonVariants({ variant })} onClick={() => void onConfirm()}>
                {confirmLabel}
              </AlertDialog.Action>
            )}
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

/** As a dialog that is mounted while it is open. */
export function OpenConfirmDialog({
  onClose,
  ...dialog
}: Omit<ConfirmDialogProps, 'open' | 'onOpenChange'> & { onClose: () => void }) {
  return <ConfirmDialog {...dialog} open onOpenChange={(open) => !open && onClose()} />
}
