import { type FormEvent, type ReactNode, useId } from 'react'
import { cn } from '@/lib/class-names'
import { Dialog, DialogActions } from './dialog'

type FormDialogProps = {
  title: ReactNode
  description?: ReactNode
  submitLabel: string
  isSubmitting: boolean
  onSubmit: (event: FormEvent) => unknown
  onClose: () => void
  className?: string
  formClassName?: string
  /** Between the two of its footer */
  extraAction?: ReactNode
  isDangerous?: boolean
  /** There is nothing to submit */
  disabled?: boolean
  children: ReactNode
}

/** A dialog that is one form. Mount it only while it is open. */
export function FormDialog({
  title,
  description,
  submitLabel,
  isSubmitting,
  onSubmit,
  onClose,
  className = '',
  formClassName,
  extraAction,
  isDangerous = false,
  disabled = false,
  children,
}: FormDialogProps) {
  const formId = useId()
  return (
    <Dialog
      onClose={onClose}
      title={title}
      description={description}
      className={className}
      footer={
        <DialogActions
          form={formId}
          submitLabel={submitLabel}
          loading={isSubmitting}
          onCancel={onClose}
          extraAction={extraAction}
          isDangerous={isDangerous}
          disabled={disabled}
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
