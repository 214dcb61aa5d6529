import { type ComponentProps, type FormEvent, useId } from 'react'
import { cn } from '@/lib/class-names'
import { Dialog, DialogActions } from './dialog'

type FormDialogProps = Omit<ComponentProps<typeof Dialog>, 'footer' | 'onClose'> &
  Pick<ComponentProps<typeof DialogActions>, 'extraAction' | 'isDangerous' | 'disabled'> & {
    submitLabel: string
    isSubmitting: boolean
    onSubmit: (event: FormEvent) => unknown
    onClose: () => void
    formClassName?: string
  }

/** A dialog that is one form. Mount it only while it is open. */
export function FormDialog({
  submitLabel,
  isSubmitting,
  onSubmit,
  formClassName,
  extraAction,
  isDangerous = false,
  disabled = false,
  children,
  ...dialog
}: FormDialogProps) {
  const formId = useId()
  return (
    <Dialog
      {...dialog}
      footer={
        <DialogActions
          {...{ submitLabel, extraAction, isDangerous, disabled }}
          form={formId}
          loading={isSubmitting}
          onCancel={dialog.onClose}
        />
      }
    >
      <form
        id={formId}
        noValidate
        className={cn('grid grid-cols-1 gap-4', formClassName)}
        onSubmit={(event) => {
          event.preventDefault()
          void onSubmit(event)
        }}
      >
        {children}
      </form>
    </Dialog>
  )
}
