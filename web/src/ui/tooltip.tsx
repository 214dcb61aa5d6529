import { Tooltip as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'

/** The name of a button that is only an icon: after 700 ms, and at once within 300 ms of the last one. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Primitive.Provider delayDuration={700} skipDelayDuration={300}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content
            sideOffset={6}
            className="z-50 animate-fade rounded-md bg-ink px-2.5 py-1.5 font-medium text-canvas text-xs shadow-high"
          >
            {text}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  )
}
