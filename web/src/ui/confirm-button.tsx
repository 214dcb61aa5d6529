import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from './button'
import { ConfirmDialog } from './confirm-dialog'

type ConfirmButtonProps = Pick<ComponentProps<typeof Button>, 'size' | 'className' | 'loading'> &
  Omit<ComponentProps<typeof ConfirmDialog>, 'open' | 'onOpenChange'> & { children: ReactNode }

/** A button for an action that cannot be undone: asks for confirmation, then runs it. */
export function ConfirmButton({ size, className, loading = false, children, ...dialog }: ConfirmButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="danger" {...{ size, className, loading }} onClick={() => setOpen(true)}>
        {children}
      </Button>
      <ConfirmDialog {...dialog} open={open} onOpenChange={setOpen} />
    </>
  )
}
