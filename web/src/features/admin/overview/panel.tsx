import { type ReactNode, useId } from 'react'
import { Card } from '@/ui/card'

type PanelProps = { title: string; action?: ReactNode; children: ReactNode }

/** One part of the Overview, under its heading. */
export function Panel({ title, action, children }: PanelProps) {
  const heading = useId()
  return (
    <Card className="h-full">
      <section aria-labelledby={heading} className="flex h-full flex-col">
        <div className="flex min-h-14 items-center justify-between gap-3 border-b px-4 py-1.5 sm:px-5">
          <h2 id={heading} className="font-semibold text-base">
            {title}
          </h2>
          {action}
        </div>
        {children}
      </section>
    </Card>
  )
}
