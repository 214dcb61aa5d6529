import { Popover as Primitive } from 'radix-ui'
import type { ReactNode, RefObject } from 'react'

type PopoverProps = {
  onClose: () => void
  /** The trigger: sets the position and receives the focus on close */
  anchor: RefObject<HTMLButtonElement | null>
  label: string
  children: ReactNode
}

/** For larger screens. Mount it only while it is open. */
export function Popover({ onClose, anchor, label, children }: PopoverProps) {
  return (
    <Primitive.Root open onOpenChange={(open) => !open && onClose()}>
      <Primitive.Anchor virtualRef={anchor as RefObject<HTMLButtonElement>} />
      <Primitive.Portal>
        <Primitive.Content
          aria-label={label}
          collisionPadding={12}
          sideOffset={8}
          align="start"
          className="z-50 flex max-h-[min(36rem,var(--radix-popover-content-available-height))] w-96 max-w-[calc(100vw-1.5rem)] animate-fade flex-col overflow-hidden rounded-xl border bg-surface shadow-high outline-none"
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // the scroll padding for the bars of a phone would move the page
            anchor.current?.focus({ preventScroll: true })
          }}
          // A press on the trigger toggles the popover; closing here as well would reopen it.
          onInteractOutside={(event) => {
            if (anchor.current?.contains(event.target as Node)) event.preventDefault()
          }}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
