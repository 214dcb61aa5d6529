import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from './button'
import { ConfirmDialog } from './confirm-dialog'

type ConfirmButtonProps = Pick<ComponentProps<typeof Button>, 'size' | 'className'> &
  Pick<ComponentProps<typeof ConfirmDialog>, 'title' | 'description' | 'confirmLabel' | 'cancelLabel'> & {
    /** The button is busy until the promise is settled */
    onConfirm: () => Promise<void>
    children: ReactNode
  }

/** A button for an action that cannot be undone: asks for confirmation, then runs it. */
export function ConfirmButton({ size, className, children, onConfirm, ...dialog }: ConfirmButtonProps) {
  const [open, setOpen] = useState(false)
  const [running, setRunning] = useState(false)

  async function run() {
    setRunning(true)
    try {
      await onConfirm()
    } finally {
      setRunning(false)
    }
  }

  return (
    <>
      <Button
        variant="danger"
        size={size}
        className={className}
        loading={running}
        onClick={() => setOpen(true)}
      >
        {children}
      </Button>
      <ConfirmDialog {...dialog} open={open} onOpenChange={setOpen} onConfirm={() => void run()} />
    </>
  )
}
