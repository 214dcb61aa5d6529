import { Tooltip as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'

/** Names an icon button: opens after 700 ms, or at once within 300 ms of the previous tooltip (specification). */
export function Tooltip({ content, children }: { content: string; children: ReactNode }) {
  return (
    <Primitive.Provider delayDuration={700} skipDelayDuration={300}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content
            sideOffset={6}
            className="z-50 animate-fade rounded-md bg-ink px-2.5 py-1.5 font-medium text-canvas text-xs shadow-high"
          >
            {content}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  )
}
